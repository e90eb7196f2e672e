/// Decides when to check again whether a commit has become visible: after doubling pauses, for a limited time.
///
/// The file event of a commit precedes its visibility (the log is written, then synced, then published) by up to the
/// time of a sync. One event may also represent several commits, so the first visible one need not be the last. The
/// checks therefore continue until 2 s after the event.
struct FileChangePoll {
  private var pause: Int?

  /// Starts again with short pauses, after a file event.
  mutating func begin() {
    pause = Self.first
  }

  /// The pause before the next check, in nanoseconds; `nil` at the end of the checks.
  mutating func next() -> Int? {
    guard let present = pause else { return nil }
    pause = present < Self.last ? present * 2 : nil
    return present
  }

  private static let first = 250_000
  private static let last = 1_024_000_000
}
