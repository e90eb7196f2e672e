/// The result of a reader: the number of people, and the problems.
///
/// A problem is one of three kinds, the same for every format. With a note no value is lost: the reader kept what it
/// found, perhaps in another form, or left out a comment. With a doubt it kept what may be incomplete, and with a skip
/// it left a value or a record out: an import says both with its exit status.
public struct ImportReport: Hashable, Sendable, Codable {
  /// A problem in a file, and how the reader handled it.
  public struct Problem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// One sentence.
    public var message: String
    /// What the user can change, and import the file again; `nil` where only another file helps.
    public var remedy: Remedy?

    /// Creates a problem at a line.
    public init(line: Int, message: String, remedy: Remedy? = nil) {
      self.line = line
      self.message = message
      self.remedy = remedy
    }

    public var description: String { "Line \(line): \(message)" }
  }

  /// An option of an import that may solve a problem; see ``ImportFile/Options``.
  public enum Remedy: String, Sendable, Codable {
    /// The format is named, if the table lists people.
    case namedFormat
    /// Another encoding is named.
    case anotherEncoding
  }

  /// No more problems than this are kept; all are counted.
  public static let problemLimit = 1_000

  /// The number of people that were read.
  public var people = 0
  /// The number of parts of the file that were left out.
  public var skipped = 0
  /// The number of people that may be incomplete.
  public private(set) var doubtful = 0
  /// The first ``problemLimit`` problems, in the order in which they were found: those of a card at its end.
  public private(set) var problems: [Problem] = []
  /// The number of all problems.
  public private(set) var problemCount = 0

  /// Creates an empty report.
  public init() {}

  /// Adds a problem with something that was left out.
  public mutating func skip(_ message: String, line: Int, remedy: Remedy? = nil) {
    skipped += 1
    note(message, line: line, remedy: remedy)
  }

  /// Adds a problem with something that was kept, although a part of it may be missing.
  public mutating func doubt(_ message: String, line: Int, remedy: Remedy? = nil) {
    doubtful += 1
    note(message, line: line, remedy: remedy)
  }

  /// Counts people who may be incomplete for a reason that ``note(_:line:)`` adds once for all of them.
  mutating func doubt(people: Int) { doubtful += people }

  /// Adds a problem with which no value is lost.
  public mutating func note(_ message: String, line: Int, remedy: Remedy? = nil) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(Problem(line: line, message: message, remedy: remedy)) }
  }
}
