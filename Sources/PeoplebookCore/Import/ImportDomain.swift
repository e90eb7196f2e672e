import RIV

/// The state of an import.
public struct ImportDomain: Hashable, Sendable, Codable {
  /// The file, as the user named it.
  public var path = ""
  /// The outcome; loading while people are imported.
  public var status: Status<ImportOutcome> = .idle
  /// The progress so far.
  public var progress = ImportProgress()
  /// The estimated rest of the time; `nil` while there is no estimate.
  public var secondsLeft: Int?
  /// Whether the user has stopped it, before it began or before it ended.
  public var isCancelling = false

  /// Creates the state before an import.
  public init() {}
}

/// The progress of an import.
public struct ImportProgress: Hashable, Sendable, Codable {
  /// The number of people read so far.
  public var people = 0
  /// The progress from 0 to 1; `nil` when the length is unknown.
  public var share: Double?

  /// Creates a progress.
  public init(people: Int = 0, share: Double? = nil) {
    self.people = people
    self.share = share
  }
}
