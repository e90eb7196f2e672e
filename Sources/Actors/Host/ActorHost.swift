import Time

/// Runs actors that are written in Swift, for clients that cannot distinguish it from a Rivet server.
///
///     let host = try await ActorHost(counter, address: .unix(path: "actors.sock"))
///     let client = RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)"))
///
/// The state of an actor is saved before the result of the action that changed it is sent. An actor without connections
/// is removed from memory after a while, and loaded again when it is next used. A host that is released stops.
@NetworkActor
public final class ActorHost: ServerHandler {
  private let definitions: [String: any HostedActor]
  let storage: any ActorStorage
  private let timers: HostTimers
  private let onError: @Sendable (any Error) -> Void
  private var instances: [String: HostedInstance] = [:]
  private var sleepTimers: [String: Int] = [:]
  private var server: HTTPServer?
  /// Where clients find the host.
  public nonisolated let endpoint: Endpoint

  /// The most bytes of a message; the original has the same limit.
  static let messageLimit = 65_536

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - definitions: The actors.
  ///   - address: Where: on TCP, a port of 0 is replaced by a free one; a Unix socket that no server uses any more is
  ///     replaced.
  ///   - identity: The paths of a certificate and its key, for TLS.
  ///   - storage: Keeps the actors: the memory.
  ///   - onError: Called with each error that clients do not see the reason of: a state that cannot be saved or read,
  ///     and what an action throws that is not a ``UserError``.
  /// - Throws: ``TransportError`` if the address cannot be listened on.
  /// - Complexity: O(definitions).
  public convenience init(
    _ definitions: any HostedActor..., address: NetworkAddress = .tcp(host: "127.0.0.1", port: 0),
    identity: (certificate: String, key: String)? = nil, storage: any ActorStorage = MemoryStorage(),
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(TransportError) {
    try self.init(
      definitions, address: address, identity: identity, storage: storage, clock: NetworkClock(), onError: onError)
  }

  /// Starts to listen, with timers on a clock.
  init(
    _ definitions: [any HostedActor], address: NetworkAddress = .tcp(host: "127.0.0.1", port: 0),
    identity: (certificate: String, key: String)? = nil, storage: any ActorStorage = MemoryStorage(),
    clock: any HostClock, onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(TransportError) {
    self.definitions = Dictionary(definitions.map { ($0.name, $0) }) { $1 }
    self.storage = storage
    timers = HostTimers(on: clock)
    self.onError = onError
    let relay = ServerRelay()
    let server = try HTTPServer(
      address, identity: identity.map { ServerIdentity(certificate: $0.certificate, key: $0.key) },
      limit: 1 << 20, handler: relay)
    self.relay = relay
    self.server = server
    endpoint = Endpoint(server.address)
    relay.host = self
  }

  isolated deinit {
    stop()
  }

  /// Passes requests on to the host, which exists only once the server listens.
  private let relay: ServerRelay

  /// Stops listening, drops all connections and forgets what has not been saved.
  public func stop() {
    guard let server else { return }
    self.server = nil
    timers.cancelAll()
    instances = [:]
    server.stop()
    storage.close()
  }

  /// The number of open connections, those of requests included.
  public var connectionCount: Int { server?.connectionCount ?? 0 }

  /// The ids of the actors that are in memory.
  public var awake: Set<String> { Set(instances.keys) }

  /// The names of the actors.
  var names: [String] { definitions.keys.sorted() }

  // MARK: Actors

  /// Returns the actor in memory with an id, and loads it if it sleeps.
  func instance(_ id: String) throws -> HostedInstance {
    if let instance = instances[id] { return instance }
    guard let record = try storage.actor(id: id), let definition = definitions[record.name] else {
      throw ActorError.notFound
    }
    let instance: HostedInstance
    do {
      instance = try definition.instance(of: record, on: self)
    } catch {
      onError(error)
      throw HostError.damaged(id)
    }
    instances[id] = instance
    scheduleSleep(instance)
    return instance
  }

  /// Makes an actor.
  func create(_ name: String, key: [String], input: JSONValue?) throws -> StoredActor {
    guard let definition = definitions[name] else { throw ActorError.notFound }
    let record = StoredActor(
      id: HostIDs.actor(), name: name, key: key, input: input, state: nil,
      created: WallClock.milliseconds)
    let instance = try definition.instance(of: record, on: self)
    try instance.save(to: storage)
    instances[record.id] = instance
    scheduleSleep(instance)
    return instance.record
  }

  /// Removes an actor and ends its connections.
  func destroy(_ id: String) throws {
    guard try storage.remove(id: id) else { throw HostError(404, "api", "not_found", "Actor not found.") }
    if let instance = instances.removeValue(forKey: id) {
      for connection in instance.connections { connection.fail("actor.destroyed") }
      for socket in instance.sockets { socket.fail("actor.destroyed") }
    }
  }

  /// Saves the state of an actor, if it has changed, and sends what has waited for that.
  ///
  /// - Throws: Why it cannot be saved: the actor has its saved state again.
  func save(_ instance: HostedInstance) throws {
    // An actor that was removed while its action ran is not saved.
    guard server != nil, instances[instance.record.id] === instance else { return }
    do {
      try instance.save(to: storage)
    } catch {
      onError(error)
      throw error
    }
  }

  // MARK: Actions

  /// Runs an action; see ``run(on:_:)``.
  func run(
    _ name: String, _ arguments: [JSONValue], on instance: HostedInstance, connection: HostConnection?,
    params: JSONValue?
  ) async throws -> JSONValue {
    try await run(on: instance) {
      try await instance.run(name, arguments, connection: connection, params: params)
    }
  }

  /// Runs `body` within the time for an action, and saves the state that it changed.
  func run<Value: Sendable>(
    on instance: HostedInstance, _ body: @escaping @NetworkActor () async throws -> Value
  ) async throws -> Value {
    cancelSleep(instance)
    instance.running += 1
    let rollbacks = instance.rollbacks
    defer {
      instance.running -= 1
      scheduleSleep(instance)
    }
    let outcome = FirstOutcome<Value>()
    let work = Task.immediate { @NetworkActor in
      do { outcome.finish(.success(try await body())) } catch { outcome.finish(.failure(error)) }
    }
    let timer = timers.schedule(after: instance.actionTimeout) {
      outcome.finish(.failure(HostError.actionTimedOut))
      work.cancel()
    }
    defer { timers.cancel(timer) }
    let result = await outcome.value()
    // A host that has been stopped saves nothing, as if its process had ended.
    guard server != nil else { throw CancellationError() }
    try save(instance)
    // What this action has done went with the state that could not be saved for another one.
    guard instance.rollbacks == rollbacks else { throw CancellationError() }
    if case .failure(let error) = result, !(error is UserError), !(error is HostError) { onError(error) }
    return try result.get()
  }

  // MARK: Sleep

  private func scheduleSleep(_ instance: HostedInstance) {
    guard instance.isIdle, server != nil else { return }
    cancelSleep(instance)
    sleepTimers[instance.record.id] = timers.schedule(after: instance.sleepTimeout) { [weak self] in
      guard let self, instance.isIdle else { return }
      // A state that cannot be saved stays in memory.
      if (try? save(instance)) != nil { instances[instance.record.id] = nil }
      sleepTimers[instance.record.id] = nil
    }
  }

  private func cancelSleep(_ instance: HostedInstance) {
    if let timer = sleepTimers.removeValue(forKey: instance.record.id) { timers.cancel(timer) }
  }

  // MARK: Connections

  func connect(_ connection: HostConnection, to instance: HostedInstance) {
    cancelSleep(instance)
    instance.add(connection)
    connection.send(.initial(actorID: instance.record.id, connectionID: connection.id))
    instance.didConnect(connection)
    try? save(instance)
  }

  func disconnect(_ connection: HostConnection, from instance: HostedInstance) {
    instance.remove(connection)
    guard server != nil, instances[instance.record.id] === instance else { return }
    instance.didDisconnect(connection)
    try? save(instance)
    scheduleSleep(instance)
  }

  func open(_ socket: HostSocket, to instance: HostedInstance, params: JSONValue?) throws {
    try instance.open(socket, params: params)
    cancelSleep(instance)
    instance.add(socket)
    try? save(instance)
  }

  func close(_ socket: HostSocket, of instance: HostedInstance) {
    instance.remove(socket)
    try? save(instance)
    scheduleSleep(instance)
  }

  // MARK: Requests

  func respond(to request: ServerRequest) async -> HTTPResponse { await Router(self).response(to: request) }

  func refusal(of request: ServerRequest) -> Int? {
    SocketRequest(request).hasKnownEncoding ? nil : 500
  }

  func didOpen(_ socket: ServerSocket) { SocketSession.start(socket, on: self) }
}

/// Passes the events of a server to its host.
@NetworkActor
private final class ServerRelay: ServerHandler {
  weak var host: ActorHost?

  func respond(to request: ServerRequest) async -> HTTPResponse {
    await host?.respond(to: request) ?? HTTPResponse(status: 503)
  }

  func refusal(of request: ServerRequest) -> Int? { host == nil ? 503 : host?.refusal(of: request) }

  func didOpen(_ socket: ServerSocket) { host?.didOpen(socket) }
}

/// The first of several results.
@NetworkActor
private final class FirstOutcome<Value: Sendable> {
  private var result: Result<Value, any Error>?
  private var continuation: UnsafeContinuation<Result<Value, any Error>, Never>?

  func finish(_ result: Result<Value, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    continuation?.resume(returning: result)
    continuation = nil
  }

  func value() async -> Result<Value, any Error> {
    if let result { return result }
    return await withUnsafeContinuation { continuation = $0 }
  }
}
