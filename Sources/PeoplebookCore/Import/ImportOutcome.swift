/// The outcome of an import.
public struct ImportOutcome: Hashable, Sendable, Codable {
  /// The result of one of the files.
  public struct File: Hashable, Sendable, Codable {
    /// The file as the user named it.
    public var name: String
    /// The number of people read from the file, and its problems.
    public var report: ImportReport
    /// The columns of a table, and their fields; empty for other formats.
    public var columns: [ImportColumn] = []
    /// The reason why the whole file was left out, in one sentence; `nil` when it was read.
    public var failure: String?

    /// Creates the result of a file.
    public init(
      name: String, report: ImportReport = ImportReport(), columns: [ImportColumn] = [], failure: String? = nil
    ) {
      self.name = name
      self.report = report
      self.columns = columns
      self.failure = failure
    }

    fileprivate var skipped: Int { report.skipped + (failure == nil ? 0 : 1) }
    fileprivate var problemCount: Int { report.problemCount + (failure == nil ? 0 : 1) }

    fileprivate var problems: [String] {
      if let failure { return [failure] }
      return report.problems.sorted { $0.line < $1.line }.map { "\(name), line \($0.line): \($0.message)" }
    }
  }

  /// The number of people added to the book.
  public var added = 0
  /// The number of people of the book that were changed.
  public var changed = 0
  /// The number of people that were already in the book, unchanged.
  public var unchanged = 0
  /// The files in the order in which they were read.
  public var files: [File] = []
  /// Whether it was cancelled, and has left the book as it was.
  public var isCancelled = false

  /// Whether other programs have written in between, so that it is several changes, each undone by itself.
  public var isDivided = false

  /// Creates the outcome of an import of no files.
  public init() {}

  /// The outcome of an import that was cancelled.
  static var cancelled: ImportOutcome {
    var outcome = ImportOutcome()
    outcome.isCancelled = true
    return outcome
  }

  /// The number of people that were read.
  public var people: Int { added + changed + unchanged }

  /// The number of files, and of parts of files, that were left out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files.
  public var skipped: Int { files.reduce(0) { $0 + $1.skipped } }

  /// The number of people that may be incomplete.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files.
  public var doubtful: Int { files.reduce(0) { $0 + $1.report.doubtful } }

  /// The number of problems.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files.
  public var problemCount: Int { files.reduce(0) { $0 + $1.problemCount } }

  /// The problems with file, line and reason: the first ones of each file by line, or why the file was left out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of problems.
  public var problems: [String] { files.flatMap(\.problems) }

  /// What may solve some of the problems.
  ///
  /// - Complexity: O(*n*), where *n* is the number of problems.
  public var remedies: Set<ImportReport.Remedy> { Set(files.flatMap { $0.report.problems.compactMap(\.remedy) }) }

  /// The outcome of an import that has imported people, or was cancelled.
  ///
  /// - Throws: ``failure`` of any other.
  func orFailure() throws(ImportError) -> ImportOutcome {
    if !isCancelled, let failure { throw ImportError(description: failure) }
    return self
  }

  /// Adds what another import did.
  mutating func add(_ other: ImportOutcome) {
    added += other.added
    changed += other.changed
    unchanged += other.unchanged
    files += other.files
    isCancelled = isCancelled || other.isCancelled
    isDivided = isDivided || other.isDivided
  }

  /// Adds the files that were left out, by their places among all.
  ///
  /// - Complexity: O(*k* (*k* + *n*)) for *k* files among *n*.
  public mutating func add(leftOut: [Int: File]) {
    for (index, file) in leftOut.sorted(by: { $0.key < $1.key }) {
      files.insert(file, at: min(index, files.count))
    }
  }

  mutating func count(_ fate: ImportFate) {
    switch fate {
    case .added: added += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    }
  }

  // MARK: Text

  /// A summary: `3 people imported, 1 unchanged`.
  ///
  /// Empty without people.
  ///
  /// - Parameter isPlan: Whether the text describes what an import would do.
  /// - Complexity: O(*n*), where *n* is the number of files.
  public func sentence(isPlan: Bool = false) -> String {
    let verbs = isPlan ? ["would be imported", "would be updated"] : ["imported", "updated"]
    let counts = [(added, verbs[0]), (changed, verbs[1]), (unchanged, "unchanged")].filter { $0.0 > 0 }
    var parts = counts.enumerated().map { index, part in
      "\(index == 0 ? part.0.people : part.0.grouped) \(part.1)"
    }
    let doubts = [(doubtful, "may be incomplete"), (skipped, "left out")].filter { $0.0 > 0 }
    if !parts.isEmpty { parts += doubts.map { "\($0.0.grouped) \($0.1)" } }
    return parts.joined(separator: ", ")
  }

  /// The reason why no person was imported; `nil` when any was.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files.
  public var failure: String? {
    guard people == 0 else { return nil }
    if problemCount == 1, let problem = problems.first { return problem }
    return "There are no people in \(files.map(\.name).listed(last: "or"))."
  }
}
