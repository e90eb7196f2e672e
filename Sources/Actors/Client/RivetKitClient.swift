import Dispatch
import Reactive
import Time

/// A client of a server of actors: it makes handles of actors and owns their connections.
///
///     let client = try RivetKitClient(endpoint: "http://localhost:6420")
///     let counter = client.getOrCreate("counter", key: "my-counter")
///     let count: Int = try await counter.action("increment", 1)
@MainActor
public final class RivetKitClient {
  /// The configuration that was given.
  public let config: ClientConfig
  let transport: any Transport
  let scheduler: any Scheduler
  /// The look-up of the server's address, and its result; `nil` when the address is that of the configuration.
  private var lookup: (task: Task<Void, Never>, result: PendingResult<ServerRequests>)?
  /// The connections that observers share.
  let shared = SharedConnections()
  private var connections: [Int: ActorConnection] = [:]
  private var lastConnection = 0
  private var turns = OpeningTurns()
  private let mailbox = Mailbox<ConnectionDelivery>()
  private(set) var isDisposed = false
  /// Numbers from 0 to 1 for the waits between attempts.
  var random: () -> Double = { .random(in: 0...1) }

  /// Creates a client, and starts to ask the server for its address.
  ///
  /// - Parameters:
  ///   - config: The server.
  ///   - transport: What connects with it: the network.
  ///   - scheduler: The clock of waits and pings: that of the main queue.
  public init(
    config: ClientConfig, transport: any Transport = NetworkTransport(), scheduler: any Scheduler = MainScheduler.shared
  ) {
    self.config = config
    self.transport = transport
    self.scheduler = scheduler
    if !config.disableMetadataLookup {
      let result = PendingResult<ServerRequests>()
      let look = lookUp
      let task = Task {
        do { result.finish(.success(try await look())) } catch { result.finish(.failure(error)) }
      }
      lookup = (task, result)
    }
  }

  /// Creates a client of the server at `endpoint`; see ``ClientConfig``.
  ///
  /// - Throws: What is wrong with the endpoint.
  public convenience init(endpoint: String) throws(ConfigurationError) {
    self.init(config: try ClientConfig(endpoint: endpoint))
  }

  isolated deinit {
    end()
  }

  // MARK: Actors

  /// Returns a handle of an actor that exists.
  ///
  /// No request is sent until the handle is used. The first use throws ``ActorError`` `actor.not_found` if there is no
  /// such actor.
  public func get(
    _ name: String, key: some ActorKeyConvertible = [String](), options: ActorOptions = ActorOptions()
  ) -> ActorHandle {
    ActorHandle(self, .get(name, key.actorKey), params: options.params)
  }

  /// Returns a handle of an actor, which its first use makes if it does not exist.
  public func getOrCreate(
    _ name: String, key: some ActorKeyConvertible = [String](), options: ActorOptions = ActorOptions()
  ) -> ActorHandle {
    ActorHandle(self, .getOrCreate(name, key.actorKey, options), params: options.params)
  }

  /// Returns a handle of the actor with the given id.
  public func getForId(_ name: String, _ id: String, options: ActorOptions = ActorOptions()) -> ActorHandle {
    ActorHandle(self, .id(name, id), params: options.params)
  }

  /// Makes an actor, and returns a handle of it.
  ///
  /// - Throws: ``ActorError`` `actor.duplicate_key` if it exists.
  public func create(
    _ name: String, key: some ActorKeyConvertible = [String](), options: CreateOptions = CreateOptions()
  ) async throws -> ActorHandle {
    let requests = try await requests()
    let response = try await send(
      requests.create(name, key: key.actorKey, input: options.input, region: options.region, orGet: false))
    guard let actor = ServerRequests.FoundActor(try ServerRequests.value(of: response)["actor"]) else {
      throw InternalError(message: "The server made an actor without an id.")
    }
    return ActorHandle(self, .id(name, actor.id), params: options.params)
  }

  /// Ends all connections of this client.
  ///
  /// Later calls throw ``ActorConnDisposed``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of connections.
  public func dispose() {
    guard !isDisposed else { return }
    end()
  }

  private func end() {
    isDisposed = true
    lookup?.task.cancel()
    shared.removeAll()
    for connection in connections.values { connection.dispose() }
    connections = [:]
    mailbox.finish()
  }

  // MARK: Requests

  /// The requests to the server, once its metadata is known.
  func requests() async throws -> ServerRequests {
    if isDisposed { throw ActorConnDisposed() }
    guard let lookup else { return ServerRequests(config: config) }
    do { return try await lookup.result.value() } catch { throw isDisposed ? ActorConnDisposed() : error }
  }

  /// Sends a request, and returns the response.
  ///
  /// - Parameter limit: How long it may take. An action may take 60 seconds on the server.
  func send(_ request: HTTPRequest, within limit: Duration = .seconds(20)) async throws -> HTTPResponse {
    if isDisposed { throw ActorConnDisposed() }
    let waiting = PendingResult<HTTPResponse>()
    let exchange = transport.send(request) { result in
      let result = result.mapError { HttpRequestError(message: "\($0)") as any Error }
      DispatchQueue.main.async { MainActor.assumeIsolated { waiting.finish(result) } }
    }
    let timer = scheduler.schedule(after: limit) { waiting.finish(.failure(ActorError.timedOut)) }
    defer {
      timer.cancel()
      exchange.cancel()
    }
    return try await waiting.value()
  }

  /// Asks the server for its address, again and again until it answers, and reports each failure to the connections.
  private var lookUp: @MainActor () async throws -> ServerRequests {
    let (config, scheduler) = (config, scheduler)
    return { [weak self] in
      var backoff = Backoff.metadata
      while true {
        do {
          if let requests = try await self?.readMetadata(ServerRequests(config: config)) { return requests }
        } catch {
          if let self { for connection in connections.values { connection.report(ActorError(connecting: error)) } }
        }
        try Task.checkCancellation()
        try await scheduler.wait(for: backoff.next(random: 0))
      }
    }
  }

  private func readMetadata(_ requests: ServerRequests) async throws -> ServerRequests {
    let value = try ServerRequests.value(of: try await send(requests.metadata))
    guard value["runtime"]?.text != nil else { throw InternalError(message: "The server sent no metadata.") }
    var requests = requests
    if let text = value["clientEndpoint"]?.text, let parsed = try? Endpoint.parse(text) {
      requests.config.endpoint = parsed.endpoint
      requests.config.namespace = value["clientNamespace"]?.text ?? parsed.namespace ?? requests.config.namespace
      requests.config.token = value["clientToken"]?.text ?? parsed.token ?? requests.config.token
    }
    let version = (value["version"]?.text ?? "").split(separator: ".").compactMap { Int($0) }
    requests.escapesUndefined = version.count >= 2 && (version[0], version[1]) >= (2, 3)
    return requests
  }

  // MARK: Connections

  /// Adds a connection, and returns its number.
  func add(_ connection: ActorConnection) -> Int {
    lastConnection += 1
    connections[lastConnection] = connection
    return lastConnection
  }

  func remove(_ number: Int) { connections[number] = nil }

  /// Lets a connection begin its attempt, at once or after others.
  func takeTurn(_ connection: ActorConnection) {
    if turns.take(connection.number) { connection.beginAttempt() }
  }

  /// Ends the attempt of a connection, successful or not.
  ///
  /// - Complexity: O(*n*), where *n* is the number of waiting connections.
  func endTurn(_ number: Int) {
    if let next = turns.end(number), !isDisposed { connections[next]?.beginAttempt() }
  }

  /// The number of connections that have not been disposed.
  public var connectionCount: Int { connections.count }

  /// Opens a connection's socket; its messages are read on the thread of the network.
  func open(_ request: HTTPRequest, protocols: [String], for connection: Int, attempt: Int) -> any TransportSocket {
    let (mailbox, encoding) = (mailbox, config.encoding)
    return transport.open(request, protocols: protocols) { [weak self] event in
      let delivery = ConnectionDelivery(
        connection: connection, attempt: attempt, event: ConnectionEvent(event, encoding: encoding))
      guard mailbox.post(delivery) else { return }
      NetworkActor.afterEvents {
        // Through the main queue, not a task: the threads of the task pool, once used, wake the process every second.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.deliver() } }
      }
    }
  }

  /// Delivers what has arrived, in order.
  private func deliver() {
    for delivery in mailbox.takeAll() {
      connections[delivery.connection]?.receive(delivery.event, attempt: delivery.attempt)
    }
  }
}
