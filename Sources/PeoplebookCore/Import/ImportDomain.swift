import RIV

/// The state of an import.
public struct ImportDomain: Hashable, Sendable, Codable {
  /// The file, as the user named it.
  public var path = ""
  /// What came of it; loading while people come in.
  public var status: Status<ImportOutcome> = .idle
  public var progress = ImportProgress()
  /// Somebody has asked for its end, and it has not come yet.
  public var isCancelling = false

  public init() {}
}

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable, Codable {
  public var people = 0
  /// From 0 to 1; `nil` when nobody knows how much there is.
  public var share: Double?

  public init(people: Int = 0, share: Double? = nil) {
    self.people = people
    self.share = share
  }
}

/// What came of an import.
public struct ImportOutcome: Hashable, Sendable, Codable {
  public var added = 0
  public var changed = 0
  public var unchanged = 0
  /// How many things could not be read.
  public var problems = 0
  /// It was cancelled, and has left the book as it was.
  public var isCancelled = false

  public init() {}

  public var people: Int { added + changed + unchanged }

  mutating func count(_ fate: ImportFate) {
    switch fate {
    case .added: added += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    }
  }
}
