/// What a reader met on its way: how many people came in, and what it could not read.
public struct ImportReport: Hashable, Sendable {
  /// Something that was not as it should be, and what was made of it.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
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
  /// How many things in the file were passed over whole.
  public var skipped = 0
  /// The first ``problemLimit`` problems, in the order in which they were met: those of a card at its end.
  public private(set) var problems: [Problem] = []
  /// How many problems there were in all.
  public private(set) var problemCount = 0

  public init() {}

  /// Writes down a problem.
  public mutating func note(_ message: String, line: Int) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(Problem(line: line, message: message)) }
  }
}
