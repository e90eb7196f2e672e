import Persistence
import Testing

@Suite struct StoredValueTests {
  @Test func `values are compared as SQLite sorts them`() {
    let sorted: [StoredValue] = [
      .null, .real(-1.5), .integer(-1), .real(0.5), .integer(1), .real(1.5), .integer(2), .text(""), .text("B"),
      .text("Ba"), .text("a"), .text("é"), .blob([]), .blob([1]), .blob([1, 0]), .blob([2]),
    ]
    for (place, value) in sorted.enumerated() {
      for (other, next) in sorted.enumerated() { #expect((value < next) == (place < other), "\(value), \(next)") }
    }
    #expect(!(StoredValue.integer(2) < .real(2)) && !(StoredValue.real(2) < .integer(2)))
  }

  @Test func `texts with other bytes are not equal`() {
    let (composed, decomposed) = (StoredValue.text("\u{E9}"), StoredValue.text("e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, .text("\u{E9}")]).count == 2)
    let others: [StoredValue] = [.null, .integer(1), .real(1), .text("1"), .blob([1])]
    for (place, value) in others.enumerated() { #expect(others.firstIndex(of: value) == place, "\(value)") }
  }

  @Test(arguments: [(true, 1), (false, 0)] as [(Bool, Int64)])
  func `a Boolean value is stored as a number`(value: Bool, number: Int64) {
    #expect(value.stored == .integer(number))
    #expect(Bool(stored: .integer(number)) == value)
  }
}
