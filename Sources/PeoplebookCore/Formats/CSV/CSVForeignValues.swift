/// The numbers of values in the columns of a table that a person has no field for.
struct CSVForeignValues {
  /// The values that notes keep, by the index of the column.
  private var kept: [Int: Int] = [:]
  /// The values that are left out, by the index of the column.
  private var leftOut: [Int: Int] = [:]
  /// The number of people who lack a value.
  private var incomplete = 0

  /// Counts a value that the note keeps, also beyond the columns of the table.
  mutating func keep(inColumn index: Int) { kept[index, default: 0] += 1 }

  /// Counts a value that is left out.
  mutating func leaveOut(inColumn index: Int) {
    leftOut[index, default: 0] += 1
    incomplete = 1
  }

  /// Adds the values of another record.
  mutating func add(_ other: CSVForeignValues) {
    kept.merge(other.kept, uniquingKeysWith: +)
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
    incomplete += other.incomplete
  }

  /// Reports each column that was left out, and all columns that notes have.
  func report(_ table: CSVTable, to report: inout ImportReport) {
    for (index, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      report.note(
        """
        \(table.columns[index].heading.excerpt) is not a field of a person. \(Self.values(count, "Its")) left out.
        """, line: table.line)
    }
    report.doubt(people: incomplete)
    if kept.isEmpty { return }
    let names = kept.keys.sorted().map { index in
      let heading = index < table.columns.count ? table.columns[index].heading : ""
      return heading.isEmpty ? "column \(index + 1)" : heading.excerpt
    }
    let rest = names.count > 4 ? ["\((names.count - 3).grouped) more"] : []
    let all = (names.prefix(rest.isEmpty ? 4 : 3) + rest).listed(last: "and")
    let (verb, owner) = names.count == 1 ? ("is not a field", "Its") : ("are not fields", "Their")
    let values = Self.values(kept.values.reduce(0, +), owner)
    let subject = all.prefix(1).uppercased() + all.dropFirst()
    report.note("\(subject) \(verb) of a person. \(values) kept in the note.", line: table.line)
  }

  /// `Its 3 values are`.
  private static func values(_ count: Int, _ owner: String) -> String {
    count == 1 ? "\(owner) value is" : "\(owner) \(count.grouped) values are"
  }
}
