import FoundationEssentials

@testable import Actors

/// The file descriptors of the process.
enum Descriptors {
  /// How many are open.
  static var count: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
  }

  /// Waits until the network's thread has closed what has been dropped.
  static func settle() async {
    for _ in 0..<50 {
      await withCheckedContinuation { continuation in NetworkActor.perform { continuation.resume() } }
    }
  }
}
