/// What merging entries of other machines came to.
struct ExchangeOutcome: Sendable {
  /// The reasons why entries were refused.
  var refused: [SealError] = []
  /// The number of new notices for the user.
  var noticeCount = 0
  /// The number of entries that wait for others.
  var waitingCount = 0

  mutating func add(_ other: ExchangeOutcome) {
    refused += other.refused
    noticeCount += other.noticeCount
    waitingCount += other.waitingCount
  }
}
