/// An actor of an ``ActorHost``: its state, its actions and what it does when connections open and close.
///
///     let counter = ActorDefinition("counter", state: 0) { counter in
///       counter.action("increment") { (actor, amount: Int) in
///         actor.state += amount
///         actor.broadcast("newCount", actor.state)
///         return actor.state
///       }
///     }
///
/// Actions run on the ``NetworkActor``. Several actions of one actor may be under way at the same time: each `await`
/// lets others run.
public struct ActorDefinition<State: Codable & Sendable>: HostedActor {
  typealias Action = @Sendable @NetworkActor (ActorContext<State>, [JSONValue]) async throws -> JSONValue

  /// The name of the actor.
  public let name: String
  /// How long an action may take.
  public var actionTimeout: Duration
  /// How long an actor without connections and actions stays in memory.
  public var sleepTimeout: Duration
  let createState: @Sendable (JSONValue?) throws -> State
  private(set) var actions: [String: Action] = [:]
  private(set) var beforeConnect: @Sendable (JSONValue?) throws -> Void = { _ in }
  private(set) var didConnect: @Sendable @NetworkActor (ActorContext<State>) -> Void = { _ in }
  private(set) var didDisconnect: @Sendable @NetworkActor (ActorContext<State>) -> Void = { _ in }
  private(set) var respond: (@Sendable @NetworkActor (ActorContext<State>, ServerRequest) async throws -> HTTPResponse)?
  private(set) var didOpen: (@Sendable @NetworkActor (ActorContext<State>, HostSocket) -> Void)?

  /// Creates an actor; its state is made from the input of its creation.
  ///
  /// - Parameters:
  ///   - name: The name of the actor.
  ///   - actionTimeout: How long an action may take.
  ///   - sleepTimeout: How long an actor without connections and actions stays in memory.
  ///   - createState: Makes the state of a new actor from its input, if there is any.
  ///   - configure: Adds the actions.
  public init(
    _ name: String, actionTimeout: Duration = .seconds(60), sleepTimeout: Duration = .seconds(30),
    createState: @escaping @Sendable (JSONValue?) throws -> State,
    configure: (inout ActorDefinition) -> Void
  ) {
    self.name = name
    self.actionTimeout = actionTimeout
    self.sleepTimeout = sleepTimeout
    self.createState = createState
    configure(&self)
  }

  /// Creates an actor with an initial state; see ``init(_:actionTimeout:sleepTimeout:createState:configure:)``.
  public init(
    _ name: String, state: State, actionTimeout: Duration = .seconds(60), sleepTimeout: Duration = .seconds(30),
    configure: (inout ActorDefinition) -> Void
  ) {
    self.init(
      name, actionTimeout: actionTimeout, sleepTimeout: sleepTimeout, createState: { _ in state }, configure: configure)
  }

  /// Adds an action; its arguments are decoded for it.
  public mutating func action<each A: Decodable & Sendable, R: Encodable & Sendable>(
    _ name: String,
    _ body: @escaping @Sendable @NetworkActor (ActorContext<State>, repeat each A) async throws -> R
  ) {
    actions[name] = { context, arguments in
      let values = try ActionArguments.decode(arguments, as: repeat (each A).self)
      return try JSONValue(encoding: try await body(context, repeat each values))
    }
  }

  /// Adds an action without a result.
  public mutating func action<each A: Decodable & Sendable>(
    _ name: String,
    _ body: @escaping @Sendable @NetworkActor (ActorContext<State>, repeat each A) async throws -> Void
  ) {
    actions[name] = { context, arguments in
      let values = try ActionArguments.decode(arguments, as: repeat (each A).self)
      try await body(context, repeat each values)
      return .undefined
    }
  }

  /// Calls `body` before a connection or an action is accepted, with its params; an error refuses it.
  public mutating func onBeforeConnect(_ body: @escaping @Sendable (JSONValue?) throws -> Void) {
    beforeConnect = body
  }

  /// Calls `body` for each new connection.
  public mutating func onConnect(_ body: @escaping @Sendable @NetworkActor (ActorContext<State>) -> Void) {
    didConnect = body
  }

  /// Calls `body` after each connection has ended.
  public mutating func onDisconnect(_ body: @escaping @Sendable @NetworkActor (ActorContext<State>) -> Void) {
    didDisconnect = body
  }

  /// Answers the actor's own HTTP requests with `body`: those that ``ActorHandle/fetch(_:_:)`` sends.
  ///
  /// The path of the request is the one below `/request`. An error is answered as that of an action; so is one that is
  /// not answered within the time for actions.
  public mutating func onRequest(
    _ body: @escaping @Sendable @NetworkActor (ActorContext<State>, ServerRequest) async throws -> HTTPResponse
  ) {
    respond = body
  }

  /// Calls `body` with each of the actor's own WebSockets: those that ``ActorHandle/websocket(path:onEvent:)`` opens.
  public mutating func onWebSocket(
    _ body: @escaping @Sendable @NetworkActor (ActorContext<State>, HostSocket) -> Void
  ) {
    didOpen = body
  }

  /// Makes the actor of a record; see ``HostedActor``.
  ///
  /// - Throws: An error of `createState`, or of decoding the kept state.
  @NetworkActor
  public func instance(of record: StoredActor, on host: ActorHost) throws -> HostedInstance {
    try TypedInstance(self, record, on: host)
  }
}

/// An ``ActorDefinition`` with any state.
public protocol HostedActor: Sendable {
  /// The name of the actor.
  var name: String { get }
  /// Makes the actor of a record, in memory.
  ///
  /// - Throws: Why the actor cannot be made or its state not be read.
  @NetworkActor
  func instance(of record: StoredActor, on host: ActorHost) throws -> HostedInstance
}

/// Decodes the arguments of actions.
enum ActionArguments {
  /// Returns the arguments as the given types.
  ///
  /// As in JavaScript, missing ones are `undefined`, and further ones are ignored.
  static func decode<each A: Decodable>(
    _ arguments: [JSONValue], as types: repeat (each A).Type
  ) throws -> (repeat each A) {
    var index = 0
    func next<T: Decodable>(_ type: T.Type) throws -> T {
      defer { index += 1 }
      return try (index < arguments.count ? arguments[index] : .undefined).decoded(as: type)
    }
    return (repeat try next(each types))
  }
}
