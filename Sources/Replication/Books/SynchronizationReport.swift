/// The result of one exchange with the relay.
public struct SynchronizationReport: Hashable, Sendable {
  /// The number of entries of other machines that were merged.
  public var received = 0
  /// The number of entries that were sent.
  public var sent = 0
  /// The reasons why entries were refused.
  public var refused: [SealError] = []
  /// The machines that were removed and have sent entries since, which are ignored: a sentence for each.
  public var ignored: [String] = []
  /// What the relay has and cannot be read: a sentence for each part.
  public var unreadable: [String] = []
  /// The number of entries that wait for earlier ones, which the relay has not delivered yet, or has lost.
  public var waiting = 0
  /// The number of events that the user should know; see ``SharedBook/notices()``.
  public var notices = 0
}
