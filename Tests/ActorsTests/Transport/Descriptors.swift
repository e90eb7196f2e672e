import FoundationEssentials

@testable import Actors

extension NetworkLoop {
  /// The number of connections.
  var count: Int { handlers.count }
}

/// The file descriptors of the process.
enum Descriptors {
  /// How many are open.
  static var count: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
  }

  /// Waits until the network's thread has closed what has been dropped.
  static func settle() async {
    for _ in 0..<50 { await turn() }
  }

  /// Waits until no more are open than there were, which takes long on a busy machine; gives up after many turns.
  static func settle(at count: Int) async throws {
    for _ in 0..<20_000 where try self.count > count { await turn() }
  }

  /// Lets the network's thread handle what has happened.
  private static func turn() async {
    await withCheckedContinuation { continuation in NetworkActor.perform { continuation.resume() } }
  }
}
