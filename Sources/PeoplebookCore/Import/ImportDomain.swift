import RIV

/// The state of an import.
public struct ImportDomain: Hashable, Sendable, Codable {
  /// The file, as the user named it.
  public var path = ""
  /// The outcome; loading while people are imported.
  public var status: Status<ImportOutcome> = .idle
  public var progress = ImportProgress()
  /// Whether the user has stopped it, before it began or before it ended.
  public var isCancelling = false

  public init() {}
}

/// How far an import is.
public struct ImportProgress: Hashable, Sendable, Codable {
  public var people = 0
  /// From 0 to 1; `nil` when it is not known how much there is.
  public var share: Double?

  public init(people: Int = 0, share: Double? = nil) {
    self.people = people
    self.share = share
  }
}
