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

  /// Waits until no more descriptors and connections are open than there were; gives up after many turns, since that
  /// takes long on a busy machine.
  static func settle(at count: Int, connections: Int = .max) async throws {
    for _ in 0..<20_000 {
      let open = await NetworkLoop.shared.count
      if open <= connections, try self.count <= count { return }
      await turn()
    }
  }

  /// Lets the network's thread handle what has happened.
  private static func turn() async {
    await withCheckedContinuation { continuation in NetworkActor.perform { continuation.resume() } }
  }
}
