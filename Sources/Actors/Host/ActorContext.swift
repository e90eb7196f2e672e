/// What an action works with: the state of its actor, and the connection that called it.
@NetworkActor
public struct ActorContext<State: Codable & Sendable> {
  let instance: TypedInstance<State>
  private let rollbacks: Int
  /// The connection that called the action; `nil` for an action over HTTP.
  public let connection: HostConnection?
  /// What the caller passes to the actor.
  public let params: JSONValue?

  init(instance: TypedInstance<State>, connection: HostConnection?, params: JSONValue?) {
    self.instance = instance
    self.connection = connection
    self.params = params
    rollbacks = instance.rollbacks
  }

  /// The state of the actor, which is saved before the result of the action and its events are sent.
  ///
  /// If it cannot be saved, it is the saved one again, and each action that is under way fails without further effect.
  public var state: State {
    get { instance.state }
    nonmutating _modify {
      guard isValid else {
        var dropped = instance.state
        yield &dropped
        return
      }
      instance.isChanged = true
      yield &instance.state
    }
  }

  /// Whether the state has kept what the action has done so far.
  private var isValid: Bool { rollbacks == instance.rollbacks }

  /// The id of the actor.
  public var actorId: String { instance.record.id }

  /// The key of the actor.
  public var key: [String] { instance.record.key }

  /// What the actor was made with.
  public var input: JSONValue? { instance.record.input }

  /// The open connections to the actor.
  public var connections: [HostConnection] { instance.connections }

  /// Sends an event to all connections that subscribe to it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribed connections.
  public func broadcast<each A: Encodable>(_ event: String, _ arguments: repeat each A) {
    var values: [JSONValue] = []
    for argument in repeat each arguments {
      // A value that cannot be encoded is a mistake in the actor; subscribers receive null for it.
      values.append((try? JSONValue(encoding: argument)) ?? .null)
    }
    if isValid { instance.broadcast(event, values) }
  }
}
