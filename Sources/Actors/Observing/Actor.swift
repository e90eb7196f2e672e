import Algorithms

/// An actor that a view controller or a view model uses.
///
///     final class CounterViewController: ViewController {
///       @Actor("counter", key: ["my-counter"]) var counter
///
///       override func viewDidLoad() {
///         dot.isOnBinding *= $counter.isConnected
///       }
///     }
///
/// The actor is made if it does not exist. The client is that of the owner, if the owner is a view controller or
/// another `EnvironmentNode`; otherwise ``ActorObservable/rivetKit(client:)`` sets it. It is read when the property is
/// first accessed.
@MainActor
@propertyWrapper
public struct Actor {
  private let observable: ActorObservable

  /// Creates the property.
  ///
  /// - Parameters:
  ///   - name: The name of the actor.
  ///   - key: The key of the actor: a text, or several.
  ///   - params: What its connection passes to it.
  ///   - createWithInput: What it is made with, if it does not exist.
  ///   - createInRegion: Where it is made, if it does not exist.
  ///   - enabled: Whether it connects.
  /// - Complexity: O(*n*), where *n* is the size of the params and the input.
  public init(
    _ name: String, key: some ActorKeyConvertible, params: (any Encodable)? = nil,
    createWithInput: (any Encodable)? = nil, createInRegion: String? = nil, enabled: Bool = true
  ) {
    var opts = ActorOpts(name: name, key: key, createInRegion: createInRegion)
    var failure: ActorError?
    do {
      opts.params = try params.map { try JSONValue(encoding: $0) }
      opts.createWithInput = try createWithInput.map { try JSONValue(encoding: $0) }
    } catch {
      failure = ActorError(group: "client", code: "config_error", message: "\(error)")
    }
    observable = ActorObservable(opts, enabled: enabled, configurationError: failure)
  }

  /// The actor.
  public var wrappedValue: ActorObservable { observable }

  /// The actor, as `$name`.
  public var projectedValue: ActorObservable { observable }

  /// The actor of an owner, which uses the owner's client.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, ActorObservable>,
    storage storage: KeyPath<Owner, Actor>
  ) -> ActorObservable {
    adopted(owner[keyPath: storage], owner)
  }

  /// The actor of an owner, which uses the owner's client, as `$name`.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, projected projected: KeyPath<Owner, ActorObservable>,
    storage storage: KeyPath<Owner, Actor>
  ) -> ActorObservable {
    adopted(owner[keyPath: storage], owner)
  }

  private static func adopted(_ actor: Actor, _ owner: AnyObject) -> ActorObservable {
    if let scope = owner as? any EnvironmentNode { actor.observable.adopt(scope) }
    return actor.observable
  }
}
