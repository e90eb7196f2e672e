import Testing

@testable import Persistence

@Suite struct ColumnTests {
  @Test func `a column of a text is known, however its property is read`() {
    let last = Column<Friend>("last", \.last, get: { $0.last }, set: { $0.last = $1 })
    #expect(Column<Friend>("last", \.last).isText && last.isText)
    #expect(!last.keepingLatest().isText)
    let age = Column<Friend>("age", \.age, get: { $0.age }, set: { $0.age = $1 })
    #expect(!Column<Friend>("age", \.age).isText && !age.isText)
    #expect(!Column<Friend>("nickname", \.nickname).isText)
  }

  @Test func `an invalid value leaves the property as it is`() {
    var friend = Friend("Ada", "King", age: 36)
    let age = Column<Friend>("age", \.age, get: { $0.age }, set: { $0.age = $1 })
    for column in [Column<Friend>("age", \.age), age] {
      column.set(&friend, .text("old"))
      #expect(friend.age == 36)
      column.set(&friend, .integer(37))
      #expect(friend.age == 37 && column.get(friend) == .integer(37))
      column.set(&friend, .integer(36))
    }
  }
}
