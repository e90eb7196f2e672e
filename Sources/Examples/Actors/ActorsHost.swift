import Actors
import Glibc

/// Runs the actors of the examples until it is interrupted: `Examples actors-host [PORT|SOCKET [FILE]]`.
///
/// It listens on a port of this machine or on a Unix socket, and keeps the actors in a file, or in memory.
@MainActor
enum ActorsHostExample {
  private static var host: ActorHost?

  static func run(_ arguments: [String]) {
    let place = arguments.first ?? "6420"
    let port = Int(place)
    guard port.map((0...65_535).contains) ?? !(place.isEmpty || place.hasPrefix("-")) else {
      ExampleOptions.end("“\(place)” is not a port or the path of a socket.")
    }
    guard arguments.count <= 2 else {
      ExampleOptions.end("Leave out “\(arguments[2])”: only a port or a socket, and a file, are used.")
    }
    let address = port.map { NetworkAddress.tcp(host: "127.0.0.1", port: $0) } ?? .unix(path: place)
    Task { await start(address, storage: arguments.dropFirst().first ?? ":memory:") }
  }

  private static func start(_ address: NetworkAddress, storage: String) async {
    do {
      let host = try await ExampleServer.host(address, storage: storage) { ExampleOptions.report("\($0)") }
      self.host = host
      print("The actors are at \(host.endpoint). Use them with: Examples chat --endpoint \(host.endpoint)")
      fflush(nil)
    } catch {
      ExampleOptions.report("\(error)")
      exit(1)
    }
  }
}
