import Reactive

/// A part of a program that has a client of its own, or that of its parent: a view controller, or a view model.
///
/// The client that is set on one applies to everything below it, unless something below sets another. This module knows
/// no view controller: an application lets its controllers conform, with the presenting or containing controller as
/// parent.
///
///     extension ViewController: @retroactive RivetKitScope { … }
///     navigation.rivetKit("http://localhost:6420")
@MainActor
public protocol RivetKitScope: AnyObject {
  /// What has been set on this part itself.
  var rivetKitContext: RivetKitContext? { get set }
  /// Where the client comes from if none is set here.
  var rivetKitParent: (any RivetKitScope)? { get }
}

extension RivetKitScope {
  /// Uses the server at `endpoint` here and below; see ``ClientConfig``.
  ///
  /// A mistake in the endpoint is reported by each actor as ``ActorError`` `client.config_error`.
  @discardableResult
  public func rivetKit(_ endpoint: String) -> Self { setting { try RivetKitClient(endpoint: endpoint) } }

  /// Uses the server at `endpoint` here and below; see ``rivetKit(_:)-(String)``.
  @discardableResult
  public func rivetKit(endpoint: String) -> Self { rivetKit(endpoint) }

  /// Uses the server of a configuration here and below.
  @discardableResult
  public func rivetKit(_ config: ClientConfig) -> Self { rivetKit(client: RivetKitClient(config: config)) }

  /// Uses a client here and below.
  @discardableResult
  public func rivetKit(client: RivetKitClient) -> Self { setting { client } }

  private func setting(_ make: () throws -> RivetKitClient) -> Self {
    if let rivetKitContext {
      rivetKitContext.set(make)
    } else {
      let context = RivetKitContext()
      context.set(make)
      rivetKitContext = context
      RivetKitContext.additions.send()
    }
    return self
  }

  /// The context that applies here: the nearest that has been set.
  var effectiveRivetKitContext: RivetKitContext? {
    var scope: (any RivetKitScope)? = self
    while let current = scope {
      if let context = current.rivetKitContext { return context }
      scope = current.rivetKitParent
    }
    return nil
  }
}

/// The client that has been set on a part of a program; it may be replaced later.
@MainActor
public final class RivetKitContext {
  let client: CurrentValue<Result<RivetKitClient, ActorError>, Never>
  /// Delivers whenever a scope has got a context of its own.
  static let additions = Subject<Void, Never>()

  /// Creates a context without a client.
  public init() {
    client = CurrentValue(.failure(.notConfigured))
  }

  isolated deinit {}

  /// Sets the client, or the error that prevents it.
  public func set(_ make: () throws -> RivetKitClient) {
    do {
      client.value = .success(try make())
    } catch {
      client.value = .failure(ActorError(group: "client", code: "config_error", message: "\(error)"))
    }
  }
}
