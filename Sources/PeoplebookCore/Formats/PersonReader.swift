/// Reads people from text, one after the other, in constant memory.
///
/// A reader is tolerant: odd data is kept, unreadable parts are passed over and reported, and only the source of the
/// bytes can make it fail.
public protocol PersonReader {
  /// The next person; `nil` at the end.
  mutating func next() throws(FileError) -> Person?
  /// What somebody who is in the book already becomes, when they are read: just that, unless the format cannot say
  /// everything.
  func update(of present: Person, to read: Person) -> Person
  /// What was met so far.
  var report: ImportReport { get }
  /// How many bytes were taken from the source so far, for a progress bar.
  var bytesRead: Int { get }
}

extension PersonReader {
  public func update(of present: Person, to read: Person) -> Person { read }
}

/// Writes people as text, one after the other.
public protocol PersonWriter {
  /// What stands before the first person.
  mutating func begin(into output: inout String)
  /// Appends one person.
  mutating func write(_ person: Person, into output: inout String)
}

extension PersonWriter {
  public mutating func begin(into output: inout String) {}

  /// All of them as one text.
  public func text(of people: some Sequence<Person>) -> String {
    var writer = self
    var output = ""
    writer.begin(into: &output)
    for person in people { writer.write(person, into: &output) }
    return output
  }
}
