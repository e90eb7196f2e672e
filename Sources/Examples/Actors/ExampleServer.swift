import Actors
import FoundationEssentials
import Glibc
import Reactive
import TUIKit

/// The server of the examples: the one at `--endpoint URL`, or a host that one of the running examples embeds.
///
/// Two examples in two terminals find each other through a Unix socket. When the one with the host ends, another one
/// takes over; the actors are kept in a file beside the socket.
@MainActor
final class ExampleServer {
  /// The server of this program.
  static let shared = ExampleOptions.orEnd { try ExampleServer(endpoint: ExampleOptions.shared.endpoint) }

  let client: RivetKitClient
  /// Why this program cannot embed a host.
  private let problem = CurrentValue<String?, Never>(nil)
  private let folder: String
  /// Whether this program may embed a host: no other server was named.
  private let mayHost: Bool
  private var host: ActorHost?
  private var isStarting = false

  init(endpoint: String?) throws {
    let temporary = FileManager.default.temporaryDirectory.path
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    folder = runtime.isEmpty ? "\(temporary)/actors-\(getuid())" : runtime
    mayHost = endpoint == nil
    if let endpoint {
      client = try RivetKitClient(endpoint: endpoint)
    } else {
      let path = "\(folder)/actor-examples.sock"
      // What the system allows.
      guard path.utf8.count < 108 else { throw ExampleOptions.WrongUsage.longPath }
      client = try RivetKitClient(endpoint: "\(Endpoint(.unix(path: path)))")
      takeOver()
    }
  }

  isolated deinit {}

  /// Calls `body` whenever an actor is connected, and embeds a host whenever the server does not answer.
  func follow(_ actor: ActorObservable, whenConnected body: @escaping () -> Void) -> [AnyCancellable] {
    [
      onActorError(actor) { [weak self] _ in self?.takeOver() },
      actor.isConnected.sink { isConnected in if isConnected { body() } },
    ]
  }

  /// Runs an action, and passes on its result before any later event, unless another actor has been chosen.
  func ask<Value: Decodable>(
    _ actor: ActorObservable, _ action: String, _ problem: CurrentValue<String?, Never>,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    let connection = actor.connection.value
    Task {
      do {
        let value: Value = try await actor.action(action)
        if actor.connection.value === connection { body(value) }
      } catch {
        // A connection that was lost is made again, and asked again.
        if actor.connection.value === connection, actor.isConnected.value { problem.value = "\(error)" }
      }
    }
  }

  /// Embeds a host, unless another example has one.
  private func takeOver() {
    if mayHost, host == nil { Task { await start() } }
  }

  /// What the connection to an actor does, or what is wrong with it.
  func text(of actor: ActorObservable) -> some Publisher<String, Never> {
    actor.connStatus.combineLatest(actor.error, problem).map { status, error, problem in
      let hosting = status == .connected || status == .idle ? nil : problem
      return hosting ?? error.map { "\($0)" } ?? status.rawValue
    }
  }

  private func start() async {
    guard !isStarting, host == nil else { return }
    isStarting = true
    defer { isStarting = false }
    mkdir(folder, 0o700)
    // Any answer, even an error, is that of a host.
    let health = HTTPRequest(to: client.config.endpoint.address, path: "/health")
    let isAnswered = (try? await NetworkTransport().send(health)) != nil
    do {
      if !isAnswered {
        host = try await Self.host(client.config.endpoint.address, storage: "\(folder)/actor-examples.db")
      }
      problem.value = nil
    } catch {
      problem.value = "\(error)"
    }
  }

  /// Starts a host with the actors of all examples.
  static func host(_ address: NetworkAddress, storage path: String) async throws -> ActorHost {
    try await ActorHost(
      ExampleActors.counter, ExampleActors.chat, ExampleActors.cursors, address: address,
      storage: try SQLiteStorage(path: path))
  }
}
