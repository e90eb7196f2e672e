import CSQLite
import Glibc

/// Makes the statements of a connection wait for another writer: they retry every 4 ms for 5 s in all.
///
/// SQLite's own waiting retries ever more rarely, so that one of several continuous writers may never get its turn.
///
/// The connection has to keep it until it is closed.
final class LockWait {
  /// The number of retries.
  var attempts = 1_250
  /// Whether to give up earlier.
  var isCancelled: @Sendable () -> Bool = { false }

  func install(on handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { context, attempts in
        guard let context else { return 0 }
        let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
        guard attempts < wait.attempts, !wait.isCancelled() else { return 0 }
        usleep(attempts < 8 ? 500 : 4_000)
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
