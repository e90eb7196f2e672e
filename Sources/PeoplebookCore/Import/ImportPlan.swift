import Persistence
import Reactive

/// What an import would do.
public struct ImportPlan: Hashable, Sendable {
  /// The outcome that it would have.
  public var outcome = ImportOutcome()
  /// The new people who may be in the book already, each with the person whom they resemble; the first ones of the
  /// pairs are in the book, or earlier in the files.
  public var duplicates: [DuplicatePair] = []
  /// The first people of the book who would be changed.
  public var updates: [Update] = []
  /// Whether there were too many people to compare all.
  public var isPartlyCompared = false

  /// What would be changed in a person of the book.
  public struct Update: Hashable, Sendable {
    /// The name of the person.
    let name: String
    /// The changed values: `phone: + +44 1632`.
    let changes: [String]
  }

  /// The file as it was when the reading began; `nil` where it cannot be compared.
  var stamp: FileStamp?

  /// Whether the file at the path may have another content than the plan.
  public func isOutdated(for path: String) -> Bool { stamp != FileStamp(of: path) }

  /// Creates the plan of an import of no files.
  public init() {}

  /// The most people who are compared, those of the book and the new ones together.
  static let mostCompared = 100_000
  /// The most updates, and the most duplicates, that ``lines`` lists.
  fileprivate static let mostListed = 10

  /// The plan in lines: the fields of each table’s columns, the likely duplicates, and what would happen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files, columns and duplicates.
  public var lines: [String] {
    outcome.files.filter { !$0.columns.isEmpty }.flatMap(Self.lines) + updateLines + duplicateLines
  }

  private var updateLines: [String] {
    if updates.isEmpty { return [] }
    let lines = updates.map { "  \($0.name): \($0.changes.joined(separator: "  "))" }
    let rest = outcome.changed - updates.count
    return ["What the file changes in people of the book:"] + lines + (rest > 0 ? ["  … and \(rest.grouped) more"] : [])
  }

  private static func lines(_ file: ImportOutcome.File) -> [String] {
    ["\(file.name):"] + file.columns.map { "  \($0.name.text) → \($0.field)" }
  }

  private var duplicateLines: [String] {
    var lines: [String] = []
    if !duplicates.isEmpty {
      lines.append("\(duplicates.count.people) may be in the book already:")
      lines += duplicates.prefix(Self.mostListed).map { pair in
        let reasons = pair.reasons.map(\.text).joined(separator: ", ")
        return "  \(pair.second.displayName) is like \(pair.first.displayName) (\(pair.first.id.prefix(8))): \(reasons)"
      }
      if duplicates.count > Self.mostListed {
        lines.append("  … and \((duplicates.count - Self.mostListed).grouped) more")
      }
    }
    if isPartlyCompared {
      lines.append("Not all people were compared: look for duplicates after the import.")
    }
    return lines
  }
}

extension ImportPlan.Update {
  fileprivate init(_ present: Person, _ imported: Person) {
    name = present.displayName
    let texts = present.changes(to: imported).map { "\($0.field): \($0.values(isShort: true))" }
    changes = texts.isEmpty ? ["other lines of the card"] : texts
  }
}

extension Store {
  /// The plan of an import of the files; nothing is changed.
  ///
  /// Other work of the main actor runs in between, and while the people are compared.
  ///
  /// - Parameters:
  ///   - files: The files, all opened with the same options.
  ///   - store: The book; `nil` for a missing one.
  ///   - report: Called after each person; must be quick.
  ///   - isCancelled: Asked before each person, and before each comparison; `true` ends the plan.
  /// - Throws: The reason why the book or a file cannot be read; `CancellationError`.
  /// - Complexity: O(*k* log *n* + *n*) for *k* people read and *n* in the book, of which at most 100,000 are compared.
  public static func planImport(
    from files: [ImportFile], into store: Store?, report: @escaping @Sendable (ImportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> ImportPlan {
    // The people of these files, who are not in the book yet, by their hash values.
    var read: [String: Int] = [:]
    var newcomers: [Person] = []
    var plan = ImportPlan()
    var run = ImportRun(files: files, report: report, isCancelled: isCancelled).steps()
    while let (person, reader) = try run.next() {
      let fate: ImportFate
      let hash = person.hashValue
      if let earlier = read.updateValue(hash, forKey: person.id) {
        fate = earlier == hash ? .unchanged : .changed
      } else {
        let present = try store?.get(Person.self, id: person.id)
        let imported = present.map { reader.lastUpdate.imported(person, over: $0) }
        fate = imported?.fate ?? .added
        if let present, let imported, fate == .changed, plan.updates.count < ImportPlan.mostListed {
          plan.updates.append(ImportPlan.Update(present, imported.person))
        }
        if fate == .added, newcomers.count <= ImportPlan.mostCompared { newcomers.append(person) }
      }
      run.count(fate)
      if run.outcome.people.isMultiple(of: 64) { await Task.yield() }
    }
    plan.outcome = run.outcome
    let present = try store?.count(Person.self) ?? 0
    guard present + newcomers.count <= ImportPlan.mostCompared else {
      plan.isPartlyCompared = !newcomers.isEmpty
      return plan
    }
    guard !newcomers.isEmpty else { return plan }
    let people = try store?.fetch(Query<Person>()) ?? []
    plan.duplicates = try await WorkQueue(label: "duplicates").run { [newcomers] in
      DuplicateFinder.pairs(among: people, and: newcomers, isCancelled: isCancelled)
    }
    if isCancelled() { throw CancellationError() }
    return plan
  }
}
