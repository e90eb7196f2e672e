import Persistence
import Reactive

/// A change of the rows of the list, with the letters that divide them.
public typealias PersonRowsChange = SectionedChange<String, PersonRows>

/// The rows of the list.
///
/// A row is made from its person when it is displayed.
public struct PersonRows: RandomAccessCollection {
  let people: ResultsSnapshot<Person>

  init(_ people: ResultsSnapshot<Person>) {
    self.people = people
  }

  /// The index of the first row.
  public var startIndex: Int { 0 }
  /// The index after the last row.
  public var endIndex: Int { people.count }
  /// The row at an index.
  public subscript(index: Int) -> PersonRow { PersonRow(people[index]) }

  /// Whether these are all rows of the search; the rest of a long list follows as insertions.
  public var isComplete: Bool { people.isComplete }
}
