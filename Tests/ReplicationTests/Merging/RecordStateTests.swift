import Persistence
import Testing

@testable import Replication

/// Two or three machines that change one record.
@Suite struct RecordStateTests {
  private func members(_ count: Int = 2, _ content: RecordContent = RecordContent("Ada", tags: ["a", "b"])) -> [Member]
  {
    (1...count).map { Member(UInt64($0), start: ["1": content]) }
  }

  /// Gives every member all entries.
  private func exchange(_ members: inout [Member]) {
    let entries = members.flatMap(\.sent)
    for index in members.indices { members[index].receive(entries) }
    for member in members { #expect(member.states == members[0].states) }
  }

  @Test func `changes of different fields are both kept`() {
    var members = members()
    members[0].edit("1") { $0.first = "Augusta" }
    members[1].edit("1") { $0.note = "Countess" }
    exchange(&members)
    #expect(members[0]["1"] == RecordContent("Augusta", note: "Countess", tags: ["a", "b"]))
  }

  @Test func `the later change of a field wins, the other is a conflict`() {
    var members = members()
    members[0].edit("1", at: 20) { $0.note = "later" }
    members[1].edit("1", at: 10) { $0.note = "earlier" }
    exchange(&members)
    #expect(members[1]["1"]?.note == "later")
    #expect(members[0].states["1"]?.fields["note"]?.others.map(\.value) == [.text("earlier")])
    members[1].edit("1", at: 30) { $0.note = "both" }
    exchange(&members)
    #expect(members[0]["1"]?.note == "both")
    #expect(members[0].states["1"]?.fields["note"]?.others.isEmpty == true)
  }

  @Test func `a change after another wins with a clock that is slow`() {
    var members = [
      Member(1, drift: 7_200_000, start: ["1": RecordContent("Ada")]), Member(2, start: ["1": RecordContent("Ada")]),
    ]
    members[0].edit("1", at: 10) { $0.first = "fast" }
    exchange(&members)
    members[1].edit("1", at: 20) { $0.first = "slow" }
    exchange(&members)
    #expect(members[0]["1"]?.first == "slow")
    #expect(members[0].states["1"]?.fields["first"]?.others.isEmpty == true)
  }

  @Test func `equal elements of a list are counted from zero`() {
    let elements: [[StoredValue]] = [[.text("a")], [.text("b")], [.text("a")], [.text("a")]]
    #expect(ElementKey.keys(of: elements).map(\.occurrence) == [0, 0, 1, 2])
  }

  @Test func `the elements of a list are merged one by one`() {
    var members = members()
    members[0].edit("1", at: 10) { $0.tags = ["a", "b", "c"] }
    members[1].edit("1", at: 20) { $0.tags = ["b", "d"] }
    exchange(&members)
    #expect(members[0]["1"]?.tags == ["b", "c", "d"])
  }

  @Test func `an order of elements is kept, with later ones after it`() {
    var members = members()
    members[0].edit("1", at: 10) { $0.tags = ["b", "a"] }
    members[1].edit("1", at: 20) { $0.tags = ["a", "b", "x", "y"] }
    exchange(&members)
    #expect(members[0]["1"]?.tags == ["b", "a", "x", "y"])
    members[0].edit("1", at: 30) { $0.tags = ["b", "a", "y", "x"] }
    exchange(&members)
    #expect(members[1]["1"]?.tags == ["b", "a", "y", "x"])
  }

  @Test func `an element with another label is the same element`() {
    func mail(_ label: String) -> [StoredValue] { [.text(label), .text("ada@example.org")] }
    var members = members(2, RecordContent(lists: ["mail": [mail("work")]]))
    members[0].edit("1", at: 10) { $0.lists["mail"] = [mail("home")] }
    members[1].edit("1", at: 20) { $0.lists["mail"] = [mail("old")] }
    exchange(&members)
    #expect(members[0]["1"]?.lists["mail"] == [mail("old")])
  }

  @Test func `equal elements of one list stay apart`() {
    var members = members(2, RecordContent("Ada", tags: ["x", "x"]))
    members[0].edit("1") { $0.tags = ["x"] }
    exchange(&members)
    #expect(members[1]["1"]?.tags == ["x"])
  }

  @Test func `an edit wins over a deletion at the same time`() {
    for deletionTime in [5, 50] as [Int64] {
      var members = members()
      members[0].write("1", nil, at: deletionTime)
      members[1].edit("1", at: 20) { $0.note = "kept" }
      exchange(&members)
      #expect(members[0]["1"] == RecordContent("Ada", note: "kept", tags: ["a", "b"]))
    }
  }

  @Test func `a deletion that has seen the edit wins`() {
    var members = members()
    members[1].edit("1") { $0.note = "gone" }
    exchange(&members)
    members[0].write("1", nil)
    exchange(&members)
    #expect(members[1].book.isEmpty)
  }

  @Test func `a record inserted again has none of its old fields`() {
    var members = members()
    members[0].write("1", nil)
    members[0].write("1", RecordContent("Grace"))
    exchange(&members)
    #expect(members[1]["1"] == RecordContent("Grace"))
  }

  @Test func `one record inserted on two machines is one record`() {
    var members = [Member(1), Member(2)]
    members[0].write("1", RecordContent("Ada", tags: ["a"]), at: 10)
    members[1].write("1", RecordContent("Ada", note: "n", tags: ["b"]), at: 20)
    exchange(&members)
    #expect(members[0]["1"] == RecordContent("Ada", note: "n", tags: ["a", "b"]))
    #expect(members[0].states["1"]?.fields["first"]?.others.isEmpty == true)
  }

  @Test func `an undo restores the old value everywhere`() {
    var members = members()
    members[0].edit("1", at: 10) { $0.first = "Augusta" }
    exchange(&members)
    members[0].undo(at: 20)
    exchange(&members)
    #expect(members[1]["1"]?.first == "Ada")
  }

  @Test func `the size of a change is that of its texts, also in lists`() {
    let key = ElementKey(value: .text("x"))
    let change = RecordChange(
      entity: "friend", id: "1", kind: .edit,
      fields: [
        .init(name: "first", value: .text("Zoë")), .init(name: "age", value: .integer(7)),
        .init(name: "photo", value: .blob([1, 2, 3])),
      ],
      lists: [
        ListChange(name: "tag", writes: [.init(key: key, parts: [.text("home"), .text("x")])]),
        ListChange(name: "mail", writes: [.init(key: key, parts: [.null, .text("ab")])]),
      ])
    #expect(change.size == 4 + 3 + 5 + 2)
  }
}
