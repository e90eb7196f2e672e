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
  static let shared: ExampleServer = {
    do {
      return try ExampleServer(arguments: CommandLine.arguments)
    } catch {
      let message = "\(error)\n"
      write(STDERR_FILENO, message, message.utf8.count)
      exit(2)
    }
  }()

  /// What is wrong with the arguments or the environment.
  enum WrongUsage: String, Error, CustomStringConvertible {
    case noAddress = "Add the address of a server after --endpoint."
    case longPath = "The path of the socket is too long: set XDG_RUNTIME_DIR to a folder with a shorter one."

    var description: String { rawValue }
  }

  let client: RivetKitClient
  /// Why this program cannot embed a host.
  private let problem = CurrentValue<String?, Never>(nil)
  private let folder: String
  /// Whether this program may embed a host: no other server was named.
  private let mayHost: Bool
  private var host: ActorHost?
  private var isStarting = false

  init(arguments: [String]) throws {
    let temporary = FileManager.default.temporaryDirectory.path
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    folder = runtime.isEmpty ? "\(temporary)/actors-\(getuid())" : runtime
    mayHost = !arguments.contains("--endpoint")
    if let option = arguments.firstIndex(of: "--endpoint") {
      guard option + 1 < arguments.count else { throw WrongUsage.noAddress }
      client = try RivetKitClient(endpoint: arguments[option + 1])
    } else {
      let path = "\(folder)/actor-examples.sock"
      // What the system allows.
      guard path.utf8.count < 108 else { throw WrongUsage.longPath }
      client = try RivetKitClient(endpoint: "\(Endpoint(.unix(path: path)))")
      Task { await start() }
    }
  }

  isolated deinit {}

  /// Embeds a host, unless another example has one; called again whenever a connection is lost.
  func takeOver() {
    if mayHost, host == nil { Task { await start() } }
  }

  /// What the connection to an actor does, or why there is none.
  func text(of actor: ActorObservable) -> some Publisher<String, Never> {
    actor.connStatus.combineLatest(actor.error, problem).map { status, error, problem in
      status == .connected ? status.rawValue : problem ?? error?.message ?? status.rawValue
    }
  }

  private func start() async {
    guard !isStarting, host == nil else { return }
    isStarting = true
    defer { isStarting = false }
    mkdir(folder, 0o700)
    // An answer, whichever, comes from a host.
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

  /// The name by which others know this user: that of `--name`, or of the process's user.
  static var userName: String {
    let arguments = CommandLine.arguments
    if let option = arguments.firstIndex(of: "--name"), option + 1 < arguments.count { return arguments[option + 1] }
    return getenv("USER").map { String(cString: $0) } ?? "user \(getpid())"
  }
}
