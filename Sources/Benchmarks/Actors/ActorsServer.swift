import Actors
import Dispatch
import Glibc

/// What this program does when a benchmark of actors starts it as another process.
@MainActor
enum ActorsServer {
  /// `--host-actors ADDRESS`: hosts the measured actor until its input is closed.
  nonisolated static let hosting = "--host-actors"
  /// `--use-actor ENDPOINT`: connects, prints a line, and rests until its input is closed.
  nonisolated static let resting = "--use-actor"

  private static var kept: [Any] = []

  /// Runs in the role that the arguments name; returns if they name none.
  static func play(_ arguments: [String]) {
    guard arguments.count == 2, [hosting, resting].contains(arguments[0]) else { return }
    Task {
      do {
        if arguments[0] == hosting { try await host(arguments[1]) } else { try await rest(arguments[1]) }
        print(arguments[0] == hosting ? "\(endpoint)" : "ready")
        fflush(nil)
      } catch {
        print("\(error)")
        exit(1)
      }
    }
    let end = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
    end.setEventHandler { exit(0) }
    end.resume()
    kept.append(end)
    dispatchMain()
  }

  private static var endpoint = ""

  private static func host(_ place: String) async throws {
    let host = try await ActorHost(
      definition, address: place.first == "/" ? .unix(path: place) : .tcp(host: "127.0.0.1", port: 0))
    endpoint = "\(host.endpoint)"
    kept.append(host)
  }

  private static func rest(_ endpoint: String) async throws {
    let client = RivetKitClient(config: try ClientConfig(endpoint: endpoint))
    let connection = client.getOrCreate("measured").connect()
    _ = try await connection.action("echo", "x")
    kept.append(client)
  }

  /// The measured actor: an echo, and a burst of events.
  static let definition = ActorDefinition("measured", state: 0) { measured in
    measured.action("echo") { (_, text: String) in text }
    measured.action("burst") { (actor, count: Int) in
      for number in 0..<count { actor.broadcast("tick", number) }
    }
  }
}
