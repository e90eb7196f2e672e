/// What a reader found in a file: how many people, and what it could not read.
///
/// A problem is one of three kinds, the same for every format. With ``note(_:line:)`` the reader kept what it found, perhaps
/// in another form. With ``doubt(_:line:)`` it kept what may be incomplete, and with ``skip(_:line:)`` it left something out:
/// an import says both with its exit status.
public struct ImportReport: Hashable, Sendable, Codable {
  /// Something that was not as it should be, and what the reader did with it.
  public struct Problem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Where, counted from 1.
    public var line: Int
    /// One sentence.
    public var message: String

    public init(line: Int, message: String) {
      self.line = line
      self.message = message
    }

    public var description: String { "Line \(line): \(message)" }
  }

  /// No more problems than this are kept; all are counted.
  public static let problemLimit = 1_000

  /// How many people were read.
  public var people = 0
  /// How many parts of the file were left out.
  public var skipped = 0
  /// How many people may be incomplete.
  public private(set) var doubtful = 0
  /// The first ``problemLimit`` problems, in the order in which they were found: those of a card at its end.
  public private(set) var problems: [Problem] = []
  /// How many problems there were in all.
  public private(set) var problemCount = 0

  public init() {}

  /// Adds a problem with something that was left out.
  public mutating func skip(_ message: String, line: Int) {
    skipped += 1
    note(message, line: line)
  }

  /// Adds a problem with something that was kept, although a part of it may be missing.
  public mutating func doubt(_ message: String, line: Int) {
    doubtful += 1
    note(message, line: line)
  }

  /// Adds a problem with something that was kept.
  public mutating func note(_ message: String, line: Int) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(Problem(line: line, message: message)) }
  }
}
