import Persistence
import Testing

@testable import Replication

@Suite struct RecordStateCodingTests {
  private let content = RecordContent("Ada", note: "n", tags: ["a", "b"])

  private func context(_ number: Int64) -> WriteContext {
    WriteContext(
      entry: EntryID(machine: MachineID(high: 0, low: 7), number: number), moment: Moment(time: number),
      seen: VersionVector())
  }

  private func check(_ state: RecordState, besides content: RecordContent) throws {
    let bytes = state.bytes(besides: content)
    #expect(try RecordState(bytes: bytes, besides: content) == state)
  }

  @Test func `a record that one entry wrote takes few bytes`() throws {
    let state = RecordState(content, entry: context(1).entry, moment: Moment(time: 1_700_000_000_000))
    #expect(state.bytes(besides: content).count < 40)
    try check(state, besides: content)
    try check(state, besides: RecordContent())
  }

  @Test func `only the field that another entry wrote is written`() throws {
    let text = StoredValue.text(String(repeating: "x", count: 100))
    let content = RecordContent(fields: ["first": text, "note": text, "age": text, "city": text], lists: [:])
    var state = RecordState(content, entry: context(1).entry, moment: context(1).moment)
    let edit = WriteContext(
      entry: context(2).entry, moment: context(2).moment, seen: VersionVector([context(1).entry.machine: 1]))
    state.apply(
      RecordChange(entity: "friend", id: "1", kind: .edit, fields: [.init(name: "note", value: .text("y"))]), edit)
    #expect(state.bytes(besides: state.content).count < 100)
    try check(state, besides: state.content)
  }

  @Test func `a list that another entry wrote is not written again`() throws {
    let tags = (1...4).map { "\($0)" + String(repeating: "x", count: 100) }
    let content = RecordContent("Ada", note: "n", tags: tags)
    let states = ([1, 2] as [Int64]).map {
      RecordState(content, entry: context($0).entry, moment: context($0).moment)
    }
    // It has more values than the fields, which are written instead.
    let state = RecordState(life: states[0].life, fields: states[0].fields, lists: states[1].lists)
    #expect(state.bytes(besides: content).count < 200)
    try check(state, besides: content)
  }

  @Test func `the text of the last edit is not written again`() throws {
    var state = RecordState(RecordContent("Ada"), entry: context(1).entry, moment: context(1).moment)
    let edit = WriteContext(
      entry: context(2).entry, moment: context(2).moment, seen: VersionVector([context(1).entry.machine: 1]))
    let text = StoredValue.text(String(repeating: "x", count: 100))
    state.apply(RecordChange(entity: "friend", id: "1", kind: .edit, fields: [.init(name: "note", value: text)]), edit)
    #expect(state.bytes(besides: state.content).count < 100)
    try check(state, besides: state.content)
  }

  @Test func `all records that one insertion made have the same state`() throws {
    for content in [content, RecordContent("Bob"), RecordContent("Carol", tags: ["a", "a", "b"])] {
      var state = RecordState()
      let change = try #require(
        state.change(of: "friend", "1", from: nil, to: content, defaults: [:], known: [], context(1)))
      state.apply(change, context(1))
      let mapping = RecordMapping<Friend>()
      #expect(mapping.record(insertedBy: change).map { mapping.content(of: $0) } == content)
      let shared = RecordState(RecordContent(), entry: context(1).entry, moment: context(1).moment)
      #expect(state.bytes(besides: content) == shared.bytes(besides: RecordContent()))
    }
  }

  @Test func `conflicts, emptied fields and orders are kept`() throws {
    var state = RecordState(content)
    state.apply(
      RecordChange(
        entity: "friend", id: "1", kind: .edit,
        fields: [.init(name: "note", value: .text("")), .init(name: "later", value: .integer(3))],
        lists: [
          ListChange(name: "tag", order: [ElementKey(value: .text("b")), ElementKey(value: .text("a"))])
        ]), context(2))
    state.apply(
      RecordChange(entity: "friend", id: "1", kind: .edit, fields: [.init(name: "note", value: .text("x"))]),
      WriteContext(
        entry: EntryID(machine: MachineID(high: 0, low: 8), number: 1), moment: Moment(time: 1), seen: VersionVector()))
    #expect(state.fields["note"]?.versions.count == 2)
    try check(state, besides: state.content)
    try check(state, besides: RecordContent("Ada"))
    var deleted = state
    deleted.apply(
      RecordChange(entity: "friend", id: "1", kind: .deletion),
      WriteContext(
        entry: EntryID(machine: MachineID(high: 0, low: 7), number: 3), moment: Moment(time: 1),
        seen: VersionVector([MachineID(high: 0, low: 8): 1])))
    #expect(!deleted.exists)
    try check(deleted, besides: RecordContent())
  }

  @Test func `no part of a state is read as a state`() {
    let bytes = RecordState(content).bytes(besides: RecordContent())
    for length in bytes.indices {
      #expect(throws: MalformedBytes.self) {
        try RecordState(bytes: Array(bytes[..<length]), besides: RecordContent())
      }
    }
  }

  @Test func `a changed state that can be read can be written and read again`() {
    var state = RecordState(content, entry: context(1).entry, moment: Moment(time: 5))
    state.apply(
      RecordChange(entity: "friend", id: "1", kind: .edit, fields: [.init(name: "note", value: .text("x"))]), context(2)
    )
    let bytes = state.bytes(besides: content)
    for index in bytes.indices {
      for byte in UInt8.min ... .max {
        var changed = bytes
        changed[index] = byte
        guard let read = try? RecordState(bytes: changed, besides: content) else { continue }
        #expect((try? RecordState(bytes: read.bytes(besides: content), besides: content)) == read)
      }
    }
  }

  @Test func `values whose writes were removed have none`() throws {
    var state = RecordState(RecordContent("Ada"))
    state.apply(
      RecordChange(
        entity: "friend", id: "1", kind: .edit, fields: [.init(name: "note", value: .text("x"))],
        lists: [ListChange(name: "tag", writes: [.init(key: ElementKey(value: .text("a")), parts: [.text("a")])])]),
      context(1))
    // The record in the book has them still.
    try check(state.filtered { $0 == .origin }, besides: state.content)
  }
}
