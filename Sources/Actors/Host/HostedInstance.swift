/// A hosted actor in memory.
@NetworkActor
public class HostedInstance {
  var record: StoredActor
  /// Whether the state differs from the saved one.
  var isChanged = false
  /// How often the state was reset to the saved one.
  private(set) var rollbacks = 0
  private(set) var connections: [HostConnection] = []
  private(set) var sockets: [HostSocket] = []
  /// What is sent once the state has been saved.
  private var unsent: [@NetworkActor () -> Void] = []
  private weak var host: ActorHost?
  /// The number of actions under way.
  var running = 0
  let actionTimeout: Duration
  let sleepTimeout: Duration

  init(_ record: StoredActor, on host: ActorHost, actionTimeout: Duration, sleepTimeout: Duration) {
    self.record = record
    self.host = host
    self.actionTimeout = actionTimeout
    self.sleepTimeout = sleepTimeout
  }

  /// Whether nothing keeps the actor awake.
  var isIdle: Bool { connections.isEmpty && sockets.isEmpty && running == 0 }

  func add(_ connection: HostConnection) {
    connections.append(connection)
  }

  func remove(_ connection: HostConnection) {
    connections.removeAll { $0 === connection }
  }

  func add(_ socket: HostSocket) {
    sockets.append(socket)
  }

  func remove(_ socket: HostSocket) {
    sockets.removeAll { $0 === socket }
  }

  // MARK: Saving

  /// Sends something that may depend on the state: at once, or when the state has been saved.
  func afterSaving(_ send: @escaping @NetworkActor () -> Void) {
    guard isChanged else { return send() }
    unsent.append(send)
    // An action may go on for long after this.
    if unsent.count == 1 { NetworkActor.perform { [weak host] in try? host?.save(self) } }
  }

  /// Saves a changed state, and then sends what has waited for it.
  ///
  /// - Throws: Why the state cannot be saved; it is the saved one again, and what has waited is dropped.
  func save(to storage: any ActorStorage) throws {
    guard isChanged else { return }
    do {
      var changed = record
      changed.state = try encodedState()
      try storage.save(changed)
      record = changed
      isChanged = false
    } catch {
      unsent = []
      rollbacks += 1
      if record.state != nil {
        try restoreState()
        isChanged = false
      }
      throw error
    }
    let ready = unsent
    unsent = []
    for send in ready { send() }
  }

  // MARK: Events

  /// Sends an event to all connections that subscribe to it.
  func broadcast(_ event: String, _ arguments: [JSONValue]) {
    afterSaving { [self] in send(event, arguments) }
  }

  /// Sends an event, which is written once for each encoding.
  private func send(_ event: String, _ arguments: [JSONValue]) {
    var frames: [HostEncoding: SocketFrame] = [:]
    for connection in connections where connection.events.contains(event) {
      let frame =
        frames[connection.encoding] ?? connection.encoding.frame(.event(name: event, arguments: arguments))
      frames[connection.encoding] = frame
      connection.send(frame)
    }
  }

  // What the actor with its state overrides.

  func run(
    _ action: String, _ arguments: [JSONValue], connection: HostConnection?, params: JSONValue?
  ) async throws -> JSONValue { throw HostError.actionNotFound(action) }
  func respond(to request: ServerRequest, params: JSONValue?) async throws -> HTTPResponse {
    throw HostError.requestNotDefined
  }
  func open(_ socket: HostSocket, params: JSONValue?) throws { throw HostError.webSocketNotDefined }
  func checkParams(_ params: JSONValue?) throws {}
  func didConnect(_ connection: HostConnection) {}
  func didDisconnect(_ connection: HostConnection) {}
  func encodedState() throws -> JSONValue { .null }
  func restoreState() throws {}
}

/// A hosted actor with its state.
final class TypedInstance<State: Codable & Sendable>: HostedInstance {
  private let definition: ActorDefinition<State>
  var state: State

  init(_ definition: ActorDefinition<State>, _ record: StoredActor, on host: ActorHost) throws {
    self.definition = definition
    state = try record.state?.decoded(as: State.self) ?? definition.createState(record.input)
    super.init(record, on: host, actionTimeout: definition.actionTimeout, sleepTimeout: definition.sleepTimeout)
    isChanged = record.state == nil
  }

  override func run(
    _ action: String, _ arguments: [JSONValue], connection: HostConnection?, params: JSONValue?
  ) async throws -> JSONValue {
    guard let body = definition.actions[action] else { throw HostError.actionNotFound(action) }
    return try await body(ActorContext(instance: self, connection: connection, params: params), arguments)
  }

  override func respond(to request: ServerRequest, params: JSONValue?) async throws -> HTTPResponse {
    guard let respond = definition.respond else { throw HostError.requestNotDefined }
    return try await respond(ActorContext(instance: self, connection: nil, params: params), request)
  }

  override func open(_ socket: HostSocket, params: JSONValue?) throws {
    guard let didOpen = definition.didOpen else { throw HostError.webSocketNotDefined }
    didOpen(ActorContext(instance: self, connection: nil, params: params), socket)
  }

  override func checkParams(_ params: JSONValue?) throws { try definition.beforeConnect(params) }

  override func didConnect(_ connection: HostConnection) {
    definition.didConnect(ActorContext(instance: self, connection: connection, params: connection.params))
  }

  override func didDisconnect(_ connection: HostConnection) {
    definition.didDisconnect(ActorContext(instance: self, connection: connection, params: connection.params))
  }

  override func encodedState() throws -> JSONValue { try JSONValue(encoding: state) }

  override func restoreState() throws {
    if let saved = record.state { state = try saved.decoded(as: State.self) }
  }
}
