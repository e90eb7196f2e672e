/// When to look again whether a commit has become visible: after doubling pauses, and then no more.
///
/// The file event of a commit comes before the commit is visible (the log is written, then synced, then published), by
/// up to a disk's sync. And one event may be the only one of several commits, so what is seen first need not be the last: the
/// looks go on until 2 s have passed since the event.
struct FileChangePoll {
  private var pause: Int?

  /// Starts again with short pauses, after a file event.
  mutating func begin() {
    pause = Self.first
  }

  /// The pause before the next look, in nanoseconds; `nil` when it is time to rest.
  mutating func next() -> Int? {
    guard let present = pause else { return nil }
    pause = present < Self.last ? present * 2 : nil
    return present
  }

  private static let first = 250_000
  private static let last = 1_024_000_000
}
