import Actors
import Glibc

/// Runs the actors of the examples until it is interrupted: `ActorExamples host [PORT]`.
@MainActor
enum ActorsHostExample {
  private static var host: ActorHost?

  static func run(_ arguments: [String]) async {
    let port = arguments.first.flatMap { Int($0) } ?? 6420
    do {
      let host = try await ExampleServer.host(.tcp(host: "127.0.0.1", port: port), storage: ":memory:")
      self.host = host
      print("The actors are at \(host.endpoint). Use them with: ActorExamples chat --endpoint \(host.endpoint)")
      fflush(nil)
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}
