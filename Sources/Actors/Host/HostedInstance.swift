/// A hosted actor in memory.
@NetworkActor
public class HostedInstance {
  var record: StoredActor
  var isChanged = false
  private(set) var connections: [HostConnection] = []
  /// The number of actions under way.
  var running = 0
  let actionTimeout: Duration
  let sleepTimeout: Duration

  init(_ record: StoredActor, actionTimeout: Duration, sleepTimeout: Duration) {
    self.record = record
    self.actionTimeout = actionTimeout
    self.sleepTimeout = sleepTimeout
  }

  /// Whether nothing keeps the actor awake.
  var isIdle: Bool { connections.isEmpty && running == 0 }

  func add(_ connection: HostConnection) {
    connections.append(connection)
  }

  func remove(_ connection: HostConnection) {
    connections.removeAll { $0 === connection }
  }

  /// Sends an event to all connections that subscribe to it; it is written once for each encoding.
  func broadcast(_ event: String, _ arguments: [JSONValue]) {
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
  func checkParams(_ params: JSONValue?) throws {}
  func didConnect(_ connection: HostConnection) {}
  func didDisconnect(_ connection: HostConnection) {}
  func encodedState() throws -> JSONValue { .null }
}

/// A hosted actor with its state.
final class TypedInstance<State: Codable & Sendable>: HostedInstance {
  private let definition: ActorDefinition<State>
  var state: State

  init(_ definition: ActorDefinition<State>, _ record: StoredActor) throws {
    self.definition = definition
    state = try record.state.map { try $0.decoded(as: State.self) } ?? definition.createState(record.input)
    super.init(record, actionTimeout: definition.actionTimeout, sleepTimeout: definition.sleepTimeout)
    isChanged = record.state == nil
  }

  override func run(
    _ action: String, _ arguments: [JSONValue], connection: HostConnection?, params: JSONValue?
  ) async throws -> JSONValue {
    guard let body = definition.actions[action] else { throw HostError.actionNotFound(action) }
    return try await body(ActorContext(instance: self, connection: connection, params: params), arguments)
  }

  override func checkParams(_ params: JSONValue?) throws { try definition.beforeConnect(params) }

  override func didConnect(_ connection: HostConnection) {
    definition.didConnect(ActorContext(instance: self, connection: connection, params: connection.params))
  }

  override func didDisconnect(_ connection: HostConnection) {
    definition.didDisconnect(ActorContext(instance: self, connection: connection, params: connection.params))
  }

  override func encodedState() throws -> JSONValue { try JSONValue(encoding: state) }
}
