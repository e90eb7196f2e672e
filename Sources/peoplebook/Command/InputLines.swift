import Dispatch
import Glibc

/// The lines of standard input, each read when it is asked for, away from the main actor.
final class InputLines: Sendable {
  private let queue = DispatchQueue(label: "input")

  /// The next line without its end; `nil` at the end of the input.
  func next() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readLine()) }
    }
  }
}
