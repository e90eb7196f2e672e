/// A reference to an actor, for single actions and for connections.
///
/// It sends nothing until it is used.
@MainActor
public final class ActorHandle {
  /// Which actor it is.
  enum Query: Sendable, Hashable {
    case get(String, [String])
    case getOrCreate(String, [String], ActorOptions)
    case id(String, String)
  }

  let client: RivetKitClient
  let params: JSONValue?
  private var query: Query
  private var knownID: String?
  private let hasTooLongParams: Bool

  /// The most bytes of encoded params: they are in the head of a request, of which servers read 16 KiB.
  private static let paramsLimit = 12_288

  init(_ client: RivetKitClient, _ query: Query, params: JSONValue?) {
    self.client = client
    self.query = query
    self.params = params
    hasTooLongParams = params.map { ServerRequests.text(ofParams: $0).utf8.count > Self.paramsLimit } ?? false
  }

  /// The name of the actor.
  public var name: String {
    switch query {
    case .get(let name, _), .getOrCreate(let name, _, _), .id(let name, _): name
    }
  }

  /// Returns the actor's id, and keeps to that actor from now on, even if its key later belongs to another.
  ///
  /// - Throws: ``ActorError`` `actor.not_found` if the actor does not exist.
  public func resolve() async throws -> String {
    let id = try await id(client.requests())
    query = .id(name, id)
    return id
  }

  /// Returns the address of the actor's gateway, for other programs.
  ///
  /// - Throws: ``ActorError`` `actor.not_found` if the actor does not exist.
  public func getGatewayUrl() async throws -> String {
    let requests = try await client.requests()
    let path = requests.gatewayPath(try await id(requests))
    return "\(requests.config.endpoint)\(path)"
  }

  /// Opens a connection, which lasts until it is disposed.
  public func connect() -> ActorConnection {
    ActorConnection(ActorHandle(client, query, params: params))
  }

  /// Sends a request to the actor's own HTTP handler, and returns whatever it answers.
  ///
  /// It is sent again if it went to an actor that the server no longer knows by this id. A header of the actor's own
  /// invention is in the response if ``RawHTTPRequest/responseHeaders`` names it.
  ///
  /// - Throws: ``HttpRequestError`` if the server cannot be reached.
  public func fetch(_ path: String, _ request: RawHTTPRequest = RawHTTPRequest()) async throws -> HTTPResponse {
    let requests = try await client.requests()
    let path = String(path.drop { $0 == "/" })
    func response(from id: String) async throws -> HTTPResponse {
      try await client.send(requests.raw(path, request, actor: id, params: params), within: Self.actionLimit)
    }
    let wasKnown = knownID != nil
    let id = try await id(requests)
    let first = try await response(from: id)
    guard wasKnown, !first.isSuccess, let error = ServerRequests.error(of: first) as? ActorError,
      error.isStale || error.mayHaveRun, let current = await replacement(of: id, requests)
    else { return first }
    return try await response(from: current)
  }

  /// Opens a WebSocket to the actor's own handler.
  ///
  /// - Parameters:
  ///   - path: The path below `/websocket/`; the handler receives it.
  ///   - onEvent: Called with each event, on any thread.
  /// - Throws: ``ActorError`` `actor.not_found` if the actor does not exist.
  public func websocket(
    path: String = "", onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) async throws -> any TransportSocket {
    let requests = try await client.requests()
    let id = try await id(requests)
    let path = String(path.drop { $0 == "/" })
    return client.transport.open(
      requests.connect(actor: id, path: "/websocket/\(path)"), protocols: requests.protocols(params: params),
      onEvent: onEvent)
  }

  // MARK: Ids

  /// Returns the actor's id; asks the server unless it is known.
  func id(_ requests: ServerRequests) async throws -> String {
    if hasTooLongParams { throw ActorError.paramsTooLong }
    if case .id(_, let id) = query { return id }
    if let knownID { return knownID }
    let id = try await find(requests)
    knownID = id
    return id
  }

  /// Forgets the actor's id, which may be out of date.
  func forgetID() { knownID = nil }

  /// Looks the actor up again; `nil` if it still has the same id, or none.
  private func replacement(of id: String, _ requests: ServerRequests) async -> String? {
    if case .id = query { return nil }
    forgetID()
    guard let current = try? await self.id(requests), current != id else { return nil }
    return current
  }

  private func find(_ requests: ServerRequests) async throws -> String {
    switch query {
    case .id(_, let id): return id
    case .get(let name, let key):
      let value = try ServerRequests.value(of: try await client.send(requests.find(name, key: key)))
      guard let actor = ServerRequests.FoundActor(value["actors"]?.elements?.first) else { throw ActorError.notFound }
      return actor.id
    case .getOrCreate(let name, let key, let options):
      let request = requests.create(
        name, key: key, input: options.createWithInput, region: options.createInRegion, orGet: true)
      let value = try ServerRequests.value(of: try await client.send(request))
      guard let actor = ServerRequests.FoundActor(value["actor"]) else {
        throw InternalError(message: "The server returned an actor without an id.")
      }
      return actor.id
    }
  }

  // MARK: Actions

  /// How long the response to an action may take; servers end an action after 60 seconds.
  static let actionLimit = Duration.seconds(75)

  /// Runs an action without a connection, and returns its result.
  ///
  /// An actor that has just moved or ended is looked up again, for a few seconds. After an error that leaves open
  /// whether the action has run, the action is repeated only if the actor has another id by now.
  ///
  /// - Throws: ``ActorError`` that the action throws, or ``HttpRequestError``.
  public func call(_ name: String, _ arguments: [JSONValue]) async throws -> JSONValue {
    let requests = try await client.requests()
    var attempts = 0
    while true {
      let wasKnown = knownID != nil
      // An actor that does not exist is not looked up again.
      let id = try await id(requests)
      do {
        return try await call(name, arguments, id, requests)
      } catch let error as ActorError where error.isStale && attempts < lookups {
        attempts += 1
        forgetID()
        try await client.scheduler.wait(for: .milliseconds(100))
      } catch let error as ActorError where error.mayHaveRun && wasKnown && attempts < lookups {
        attempts += 1
        guard await replacement(of: id, requests) != nil else { throw error }
      }
    }
  }

  /// How often an actor that has moved or ended is looked up again.
  private var lookups: Int {
    switch query {
    case .id: 0
    case .get: 24
    case .getOrCreate: 60
    }
  }

  private func call(
    _ name: String, _ arguments: [JSONValue], _ id: String, _ requests: ServerRequests
  ) async throws -> JSONValue {
    let request = requests.action(name, arguments, actor: id, params: params)
    let response = try await client.send(request, within: Self.actionLimit)
    do {
      return try requests.output(of: response)
    } catch let error as ActorError where error.isScheduling {
      throw await schedulingError(error, id, requests)
    }
  }

  /// Returns why an actor could not be started; the given error if the server does not know.
  func schedulingError(_ error: ActorError, _ id: String, _ requests: ServerRequests) async -> any Error {
    guard let response = try? await client.send(requests.find(id: id)),
      let value = try? ServerRequests.value(of: response),
      let details = ServerRequests.FoundActor(value["actors"]?.elements?.first)?.error
    else { return error }
    return ActorSchedulingError(group: error.group, code: error.code, actorId: id, details: details)
  }
}
