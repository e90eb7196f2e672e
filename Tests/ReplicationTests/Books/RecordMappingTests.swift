import Persistence
import Testing

@testable import Replication

@Suite struct RecordMappingTests {
  private let mapping = RecordMapping<Friend>()

  private func inserted(
    _ fields: [RecordChange.FieldWrite] = [], _ lists: [ListChange] = [], kind: RecordChange.Kind = .insertion
  ) -> Friend? {
    mapping.record(insertedBy: RecordChange(entity: "friend", id: "1", kind: kind, fields: fields, lists: lists))
  }

  private func tags(_ values: String...) -> ListChange {
    let parts = values.map { [StoredValue.text($0)] }
    let keys = ElementKey.keys(of: parts)
    return ListChange(name: "tag", writes: zip(keys, parts).map { .init(key: $0, parts: $1) })
  }

  @Test func `an insertion makes a record with its fields and lists`() {
    var friend = Friend("Ada", tags: ["a", "b", "a"])
    friend.id = "1"
    #expect(inserted([.init(name: "first", value: .text("Ada"))], [tags("a", "b", "a")]) == friend)
  }

  @Test func `only an insertion makes a record`() {
    #expect(inserted() != nil)
    #expect(inserted(kind: .edit) == nil)
    #expect(inserted(kind: .deletion) == nil)
  }

  @Test func `a field that the model lacks or has otherwise makes none`() {
    #expect(inserted([.init(name: "later", value: .integer(1))]) == nil)
    #expect(inserted([.init(name: "age", value: .text("old"))]) == nil)
    #expect(inserted([.init(name: "age", value: .integer(0))]) == nil)
    #expect(inserted([.init(name: "age", value: .integer(1)), .init(name: "age", value: .integer(2))]) == nil)
  }

  @Test func `a list that the model lacks or has otherwise makes none`() {
    let key = ElementKey(value: .text("a"))
    #expect(inserted([], [ListChange(name: "later", writes: tags("a").writes)]) == nil)
    #expect(inserted([], [ListChange(name: "tag", order: [key])]) == nil)
    #expect(inserted([], [ListChange(name: "tag", removals: [key])]) == nil)
    let writes = tags("a", "b").writes
    #expect(inserted([], [ListChange(name: "tag", writes: writes, order: writes.map(\.key))]) == nil)
    #expect(inserted([], [tags("a"), tags("b")]) == nil)
    #expect(inserted([], [tags()]) == nil)
    let second = ElementKey(value: .text("a"), occurrence: 1)
    #expect(inserted([], [ListChange(name: "tag", writes: [.init(key: second, parts: [.text("a")])])]) == nil)
    #expect(inserted([], [ListChange(name: "tag", writes: [.init(key: key, parts: [.integer(1)])])]) == nil)
  }
}
