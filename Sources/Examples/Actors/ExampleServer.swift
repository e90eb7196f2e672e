import Actors
import FoundationEssentials
import Glibc
import Reactive
import TUIKit
import Time

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
  /// The number of actions that ``quit(_:)`` waits for.
  private var running = 0
  /// The last action, after which the next one runs.
  private var last: Task<Void, Never>?
  private var whenIdle: (() -> Void)?
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

  /// Runs an action of the user with an actor, after the earlier ones; the program ends only after it.
  ///
  /// `body` gets an observer of its own, which keeps the connection until the answer, also after the user has chosen
  /// another actor.
  func perform(on actor: ActorObservable, _ body: @escaping @MainActor (ActorObservable) async -> Void) {
    let observer = ActorObservable(actor.opts.value, enabled: actor.enabled.value)
    observer.rivetKit(client: client)
    let following = actor.enabled.sink { [weak observer] isOn in observer?.enabled.value = isOn }
    running += 1
    last = Task.immediate { [last] in
      await last?.value
      await body(observer)
      following.cancel()
      running -= 1
      if running == 0 { whenIdle?() }
    }
  }

  /// Ends the program when the actions under way have ended, after one second at most.
  func quit(_ application: Application) {
    guard running > 0 else { return application.quit() }
    whenIdle = { application.quit() }
    MainScheduler.shared.schedule(after: .seconds(1)) { application.quit() }
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
        // A lost connection is made again, and the request is repeated.
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
    // Any answer, even an error, is that of a host.
    let health = HTTPRequest(to: client.config.endpoint.address, path: "/health")
    let isAnswered = (try? await NetworkTransport().send(health)) != nil
    do {
      if !isAnswered {
        try Self.makePrivateFolder(folder)
        host = try await Self.host(
          client.config.endpoint.address, storage: "\(folder)/actor-examples.db"
        ) { [weak self] error in
          Task { @MainActor in self?.problem.value = "\(error)" }
        }
      }
      problem.value = nil
    } catch {
      problem.value = "\(error)"
    }
  }

  /// Makes the folder of the socket, which no other user may be able to change.
  private static func makePrivateFolder(_ folder: String) throws(ExampleOptions.WrongUsage) {
    mkdir(folder, 0o700)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o022 == 0
    else { throw .sharedFolder(folder) }
  }

  /// Starts a host with the actors of all examples.
  ///
  /// - Parameter onError: Called with the errors that clients see without a reason.
  static func host(
    _ address: NetworkAddress, storage path: String, onError: @escaping @Sendable (any Error) -> Void
  ) async throws -> ActorHost {
    try await ActorHost(
      ExampleActors.counter, ExampleActors.chat, ExampleActors.cursors, address: address,
      storage: try SQLiteStorage(path: path), onError: onError)
  }
}
