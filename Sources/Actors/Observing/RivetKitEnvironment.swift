import Algorithms
import Reactive

/// The client of a part of a program, such as a view controller, and of everything below it.
///
///     navigation.rivetKit("http://localhost:6420")
///
/// The client that is set on one applies to all that it contains, presents and pushes, unless something below sets
/// another.
extension EnvironmentNode {
  /// Uses the server at `endpoint` here and below; see ``ClientConfig``.
  ///
  /// A mistake in the endpoint is reported by each actor as ``ActorError`` `client.config_error`.
  ///
  /// - Returns: The node itself.
  @discardableResult
  public func rivetKit(_ endpoint: String) -> Self { setting { try RivetKitClient(endpoint: endpoint) } }

  /// Uses the server at `endpoint` here and below; see ``rivetKit(_:)-(String)``.
  ///
  /// - Returns: The node itself.
  @discardableResult
  public func rivetKit(endpoint: String) -> Self { rivetKit(endpoint) }

  /// Uses the server of a configuration here and below.
  ///
  /// - Returns: The node itself.
  @discardableResult
  public func rivetKit(_ config: ClientConfig) -> Self { rivetKit(client: RivetKitClient(config: config)) }

  /// Uses a client here and below.
  ///
  /// - Returns: The node itself.
  @discardableResult
  public func rivetKit(client: RivetKitClient) -> Self { setting { client } }

  private func setting(_ make: () throws -> RivetKitClient) -> Self {
    if let context = environment[RivetKitContext.name] as? RivetKitContext {
      context.set(make)
    } else {
      let context = RivetKitContext()
      context.set(make)
      setEnvironmentValue(context, RivetKitContext.name)
    }
    return self
  }

  /// The context that applies here: the nearest that has been set.
  var rivetKitContext: RivetKitContext? { environmentValue(RivetKitContext.name) as? RivetKitContext }
}

/// The client that has been set on a part of a program; it may be replaced later.
@MainActor
final class RivetKitContext {
  /// The name among what is set on a part of a program.
  static let name = "rivetKit"
  let client: CurrentValue<Result<RivetKitClient, ActorError>, Never>

  init() {
    client = CurrentValue(.failure(.notConfigured))
  }

  isolated deinit {}

  /// Sets the client, or the error that prevents it.
  func set(_ make: () throws -> RivetKitClient) {
    do {
      client.value = .success(try make())
    } catch {
      client.value = .failure(ActorError(group: "client", code: "config_error", message: "\(error)"))
    }
  }
}
