/// What an import did.
public struct ImportOutcome: Hashable, Sendable, Codable {
  /// What was read from one of the files.
  public struct File: Hashable, Sendable, Codable {
    /// The file as the user named it.
    public var name: String
    public var report: ImportReport

    public init(name: String, report: ImportReport) {
      self.name = name
      self.report = report
    }
  }

  public var added = 0
  public var changed = 0
  public var unchanged = 0
  /// The files in the order in which they were read.
  public var files: [File] = []
  /// Whether it was cancelled, and has left the book as it was.
  public var isCancelled = false

  public init() {}

  /// How many people were read.
  public var people: Int { added + changed + unchanged }

  /// How many parts of the files were left out.
  public var skipped: Int { files.reduce(0) { $0 + $1.report.skipped } }

  /// How many people may be incomplete.
  public var doubtful: Int { files.reduce(0) { $0 + $1.report.doubtful } }

  /// How many problems there were.
  public var problemCount: Int { files.reduce(0) { $0 + $1.report.problemCount } }

  /// What was not understood, with file, line and reason: the first problems of each file by line.
  public var problems: [String] {
    files.flatMap { file in
      file.report.problems.sorted { $0.line < $1.line }.map { "\(file.name), line \($0.line): \($0.message)" }
    }
  }

  /// Adds what another import did.
  mutating func add(_ other: ImportOutcome) {
    added += other.added
    changed += other.changed
    unchanged += other.unchanged
    files += other.files
    isCancelled = isCancelled || other.isCancelled
  }

  mutating func count(_ fate: ImportFate) {
    switch fate {
    case .added: added += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    }
  }

  // MARK: In words

  /// What was imported: `3 people imported, 1 unchanged`. Empty when there is nobody.
  ///
  /// - Parameter isRehearsal: Whether it says what would happen.
  public func sentence(isRehearsal: Bool = false) -> String {
    let verbs = isRehearsal ? ["would be imported", "would be updated"] : ["imported", "updated"]
    let counts = [(added, verbs[0]), (changed, verbs[1]), (unchanged, "unchanged")].filter { $0.0 > 0 }
    var parts = counts.enumerated().map { index, part in
      "\(index == 0 ? part.0.people : part.0.grouped) \(part.1)"
    }
    let doubts = [(doubtful, "may be incomplete"), (skipped, "left out")].filter { $0.0 > 0 }
    if !parts.isEmpty { parts += doubts.map { "\($0.0.grouped) \($0.1)" } }
    return parts.joined(separator: ", ")
  }

  /// Why nobody was imported; `nil` when somebody was.
  public var failure: String? {
    guard people == 0 else { return nil }
    if problemCount == 1, let problem = problems.first { return problem }
    return "There are no people in \(PersonFormat.list(files.map(\.name), last: "or"))."
  }
}
