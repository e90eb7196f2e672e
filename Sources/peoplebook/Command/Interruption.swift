import Glibc
import PeoplebookCore
import Synchronization

/// INT and TERM as something that a long job looks at, to tidy up behind itself, rather than as the end of the program.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]
  private static let number = Atomic<Int32>(0)
  private static let bell = Atomic<Int32>(-1)

  /// From now on the signals are only noted.
  ///
  /// - Returns: A descriptor that can be read from when there was one: for those who wait for something else meanwhile.
  static func begin() throws(FileError) -> Int32 {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileError(path: "a pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    number.store(0, ordering: .relaxed)
    bell.store(ends[1], ordering: .relaxed)
    for signal in signals { Glibc.signal(signal) { Interruption.note($0) } }
    return ends[0]
  }

  /// Runs in the middle of anything: it may only store and write. What it stores to is there since the beginning.
  private static func note(_ signal: Int32) {
    let error = errno
    number.store(signal, ordering: .relaxed)
    var byte: UInt8 = 0
    // A full pipe can be read from as well.
    _ = Glibc.write(bell.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// The signal that came; `nil` when none has come.
  ///
  /// One that the system has yet to hand to another thread has come too: what fills a pipe is often ended by the same signal,
  /// and its end is not to be taken for that of the people.
  static var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    if number != 0 { return number }
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return nil }
    return signals.first { sigismember(&pending, $0) == 1 }
  }

  /// Ends the program as the signal would have, so that whoever has started it sees what it was.
  static func end(by signal: Int32) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    Glibc.signal(signal, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
    exit(128 + signal)
  }
}
