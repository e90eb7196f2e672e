import Glibc
import PeoplebookCore
import Synchronization

/// INT, TERM and HUP as a flag that a long job checks, so that it can clean up, instead of the end of the program.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// A signal that the process sends itself: of several signals the system delivers the one with the lowest number
  /// first, and this one last.
  private static let mark = SIGURG
  private static let number = Atomic<Int32>(0)
  private static let bell = Atomic<Int32>(-1)

  /// Records the signals from now on; one that the parent process has set to be ignored stays ignored.
  ///
  /// - Returns: A descriptor that becomes readable with the first signal, for code that waits for other descriptors.
  static func begin() throws(FileAccessError) -> Int32 {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileAccessError(path: "a pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    number.store(0, ordering: .relaxed)
    bell.store(ends[1], ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { Interruption.note($0) }
    // One after the other.
    sigfillset(&action.sa_mask)
    action.sa_flags = SA_RESTART
    for signal in signals where !isIgnored(signal) { sigaction(signal, &action, nil) }
    sigaction(mark, &action, nil)
    return ends[0]
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var present = sigaction()
    sigaction(signal, nil, &present)
    let handler = present.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signal handler, which may only store and write.
  ///
  /// The variables that it stores to exist already.
  private static func note(_ signal: Int32) {
    let error = errno
    if signal != mark { number.store(signal, ordering: .relaxed) }
    var byte: UInt8 = 0
    // A full pipe is readable too.
    _ = Glibc.write(bell.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// The recorded signal; `nil` without one.
  static var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The signal that arrived before this call; `nil` when none did.
  ///
  /// The program that fills a pipe is often ended by the same signal, and the pipe's end must not be taken for the end
  /// of the people. But the thread that the system delivers the signal to may note it after another thread has seen
  /// that end. So one more signal is sent and awaited: it is noted after all others.
  ///
  /// - Parameter descriptor: What ``begin()`` returned; from now on it can be read from.
  static func signal(upToNow descriptor: Int32) -> Int32? {
    if signal == nil {
      kill(getpid(), mark)
      var rung = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&rung, 1, -1) < 0, errno == EINTR {}
    }
    return signal
  }

  /// Ends the program as the signal would have, so that the parent process can see the signal.
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
