/// Reads people from text, one after the other, in constant memory.
///
/// A reader is tolerant: odd data is kept. A record that cannot be read is left out and reported with its line, and the
/// next one is read as if it had been first. Only the source of the bytes can make a reader fail.
public protocol PersonReader {
  /// The next person; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  mutating func next() throws(FileAccessError) -> Person?
  /// How the person who was read last changes the same person of a book.
  var lastUpdate: PersonUpdate { get }
  /// The columns of a table, and their fields; empty for other formats.
  var columns: [ImportColumn] { get }
  /// The problems so far.
  var report: ImportReport { get }
  /// The number of bytes read from the source so far, for a progress bar.
  var bytesRead: Int { get }
}

extension PersonReader {
  /// Returns no columns.
  public var columns: [ImportColumn] { [] }

  /// Replaces the person of the book by the one that was read.
  public var lastUpdate: PersonUpdate { PersonUpdate { _, read in read } }

  /// The result of reading a person who is in the book already; `read` is the person who was read last.
  public func update(of present: Person, to read: Person) -> Person { lastUpdate.result(present, read) }
}

/// Writes people as text, one after the other.
public protocol PersonWriter {
  /// Writes what precedes the first person.
  mutating func begin(into output: inout String)
  /// Appends one person.
  ///
  /// - Returns: The part of the person that the text has.
  @discardableResult
  mutating func write(_ person: Person, into output: inout String) -> WrittenPart
}

extension PersonWriter {
  /// Writes nothing: the format has no heading.
  public mutating func begin(into output: inout String) {}

  /// Appends one person, and counts it in a report.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the person.
  public mutating func write(_ person: Person, into output: inout String, counting report: inout ExportReport) {
    let start = output.utf8.count
    report.add(write(person, into: &output))
    if RecordLimits.excess(of: person, ofSize: output.utf8.count - start) != nil { report.oversized += 1 }
  }

  /// All of them as one text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of people.
  public func text(of people: some Sequence<Person>) -> String {
    var writer = self
    var output = ""
    writer.begin(into: &output)
    for person in people { writer.write(person, into: &output) }
    return output
  }
}
