import CTerminal
import Dispatch
import Glibc

/// The signals of the process that concern its terminal: a change of size, stops and continuations.
///
/// `CTerminal` catches them and writes their numbers into a pipe, which this reads.
@MainActor
final class TerminalSignals {
  private let descriptor: Int32
  private let source: any DispatchSourceRead

  /// Catches the signals from now on; they wait in the pipe until an instance reads them.
  static func catchSignals() {
    _ = cterminal_signals_open()
  }

  /// Calls `onSignals` with the signals that have arrived.
  ///
  /// `nil` when the process cannot have a pipe for them.
  init?(onSignals: @escaping (Set<Int32>) -> Void) {
    descriptor = cterminal_signals_open()
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [descriptor] in
      MainActor.assumeIsolated {
        let signals = Self.read(descriptor)
        if !signals.isEmpty { onSignals(signals) }
      }
    }
    source.activate()
  }

  isolated deinit {
    source.cancel()
  }

  private static func read(_ descriptor: Int32) -> Set<Int32> {
    var bytes = [UInt8](repeating: 0, count: 64)
    var signals: Set<Int32> = []
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals.formUnion(bytes[..<count].map { Int32($0) })
    }
  }
}
