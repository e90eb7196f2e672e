import Reactive
import Synchronization
import Testing
import Time

@testable import Actors

/// A server that a test plays: it answers requests with a function, and the test sends the messages of sockets.
final class ScriptedTransport: Transport {
  typealias Responder = @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>

  private struct State {
    var responder: Responder = ScriptedTransport.standard
    var requests: [HTTPRequest] = []
    var sockets: [ScriptedSocket] = []
  }

  private let state = Mutex(State())

  /// Every request so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Every socket so far.
  var sockets: [ScriptedSocket] { state.withLock { $0.sockets } }

  /// Answers requests with `responder` from now on.
  func respond(_ responder: @escaping Responder) { state.withLock { $0.responder = responder } }

  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange {
    let responder = state.withLock { state in
      state.requests.append(request)
      return state.responder
    }
    onResult(responder(request))
    return EndedExchange()
  }

  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket {
    let socket = ScriptedSocket(request: request, protocols: protocols, onEvent: onEvent)
    state.withLock { $0.sockets.append(socket) }
    return socket
  }

  /// What a server answers that has every actor, with the id `a1`.
  static let standard: Responder = { request in
    if request.path.hasPrefix("/metadata") { return json(["runtime": "rivetkit", "version": "2.0.42"]) }
    let actor: JSONValue = ["actor_id": "a1", "name": "counter", "key": "k"]
    if request.method == "GET" { return json(["actors": [actor]]) }
    if request.path.contains("/actors") { return json(["actor": actor, "created": true]) }
    return json(["output": 5])
  }

  /// What a server answers that could not start an actor.
  static func unschedulable(_ request: HTTPRequest, _ code: String) -> Result<HTTPResponse, TransportError> {
    if request.method == "GET" { return json(["actors": [["actor_id": "a1", "error": ["reason": "no memory"]]]]) }
    if request.path.contains("/actors") { return standard(request) }
    return json(["group": "guard", "code": .string(code), "message": "late"], status: 503)
  }

  static func json(_ value: JSONValue, status: Int = 200) -> Result<HTTPResponse, TransportError> {
    .success(
      HTTPResponse(
        status: status, headers: ["content-type": "application/json"], body: WireJSONWriter.bytes(of: value)))
  }
}

/// A request that cannot be abandoned, since it has its response or never gets one.
struct EndedExchange: TransportExchange {
  func cancel() {}
}

/// A socket with the test at its other end.
final class ScriptedSocket: TransportSocket {
  let request: HTTPRequest
  let protocols: [String]
  private let onEvent: @Sendable (SocketEvent) -> Void
  private let state = Mutex(State())

  struct State {
    var sent: [SocketFrame] = []
    var pings = 0
    var close: SocketClose?
  }

  init(request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void) {
    self.request = request
    self.protocols = protocols
    self.onEvent = onEvent
  }

  func send(_ frame: SocketFrame) { state.withLock { $0.sent.append(frame) } }
  func ping() { state.withLock { $0.pings += 1 } }
  func close(code: Int, reason: String) {
    state.withLock { $0.close = $0.close ?? SocketClose(code: code, reason: reason) }
  }

  var pings: Int { state.withLock { $0.pings } }
  /// What the client closed it with.
  var closed: SocketClose? { state.withLock { $0.close } }
  /// What the client sent.
  var messages: [ClientMessage] {
    state.withLock { $0.sent }.compactMap { frame in
      (try? (frame.isText ? WireEncoding.json : .cbor).value(of: frame.bytes)).flatMap { ClientMessage($0) }
    }
  }

  /// Delivers an event to the client.
  func deliver(_ event: SocketEvent) { onEvent(event) }
  func deliver(_ message: ServerMessage) { onEvent(.message(HostEncoding.json.frame(message))) }

  /// Completes the handshake and sends the first message.
  func initialise(connection: String = "c1") {
    deliver(.opened)
    deliver(.initial(actorID: "a1", connectionID: connection))
  }

  func drop() { deliver(.closed(.lost("dropped"))) }
}

/// A client of a scripted server, under a clock that the test advances.
@MainActor
final class ClientFixture {
  let transport = ScriptedTransport()
  let scheduler = ManualScheduler()
  let client: RivetKitClient

  init(_ endpoint: String = "http://server:6420", encoding: WireEncoding = .json, metadata: Bool = false) throws {
    let config = try ClientConfig(
      endpoint: endpoint, disableMetadataLookup: !metadata, encoding: encoding, environment: [:])
    client = RivetKitClient(config: config, transport: transport, scheduler: scheduler)
    client.random = { 0 }
  }

  /// Whether the next action of the clock is due after exactly this time.
  func isNext(in delay: Duration) -> Bool { scheduler.nextInstant.map { $0 - scheduler.now } == delay }

  /// Waits for the socket with the given number.
  func socket(_ number: Int) async throws -> ScriptedSocket {
    await until { self.transport.sockets.count > number }
    return try #require(transport.sockets.dropFirst(number).first)
  }

  /// Returns a connection to the actor `counter`, with its first socket open.
  func connection() async throws -> (ActorConnection, ScriptedSocket) {
    let connection = client.getOrCreate("counter", key: "k").connect()
    let socket = try await socket(transport.sockets.count)
    socket.initialise()
    await until { connection.currentStatus == .connected }
    return (connection, socket)
  }
}

/// Lets other tasks run until a condition holds; records an issue when it does not within three minutes.
///
/// The tests of all modules share the main actor, so a turn of the queue may take seconds.
@MainActor
func until(_ condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) async {
  let end = ContinuousClock.now + .seconds(180)
  while !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("the condition does not hold", sourceLocation: location)
      return
    }
    await Task.yield()
  }
}

/// The error that `body` throws.
@MainActor
func thrown<E: Error>(_ type: E.Type, _ body: () async throws -> some Any) async -> E? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? E
  }
}

/// What a publisher has delivered, to be taken in order.
@MainActor
final class Received<Value> {
  private var values: [Value] = []
  private var token: AnyCancellable?

  init(_ publisher: some Publisher<Value, Never>) {
    token = publisher.sink { [weak self] in self?.values.append($0) }
  }

  isolated deinit {}

  /// Waits for the next value.
  func next() async -> Value? {
    await until { !self.values.isEmpty }
    return values.isEmpty ? nil : values.removeFirst()
  }
}
