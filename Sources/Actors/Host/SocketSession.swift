/// What the request of a WebSocket says in its subprotocols.
struct SocketRequest {
  let path: String
  let protocols: [String]
  let actor: String?

  init(_ request: ServerRequest) {
    path = request.path
    protocols = request.protocols
    actor = Self.value("rivet_actor", in: protocols)
  }

  private static func value(_ name: String, in protocols: [String]) -> String? {
    protocols.first { $0.hasPrefix("\(name).") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private var encodingName: String { Self.value("rivet_encoding", in: protocols) ?? "json" }

  var hasKnownEncoding: Bool { HostEncoding(rawValue: encodingName) != nil }

  var encoding: HostEncoding { HostEncoding(rawValue: encodingName) ?? .json }

  /// What the client passes; throws if it is not JSON.
  var params: JSONValue? {
    get throws {
      guard let text = Self.value("rivet_conn_params", in: protocols) else { return nil }
      return try WireJSONReader.value(of: Array((PercentEncoding.decoded(text) ?? "").utf8))
    }
  }
}

/// A connection to an actor, from its handshake to its end.
@NetworkActor
enum SocketSession {
  static func start(_ socket: ServerSocket, on host: ActorHost) {
    let request = SocketRequest(socket.request)
    do {
      let target = try Gateway.target(of: request.path, actor: request.actor)
      let isRaw = target.path == "/websocket" || target.path.hasPrefix("/websocket/")
      guard isRaw || target.path == "/connect" else { throw HostError.webSocketNotDefined }
      let instance = try host.instance(target.actor)
      let params = try request.params
      try instance.checkParams(params)
      if isRaw { return try open(socket, below: target.path, instance, params, host) }
      let connection = HostConnection(socket, to: instance, encoding: request.encoding, params: params)
      socket.onFrame = { [weak host] frame in host.map { receive(frame, connection, instance, $0) } }
      socket.onClose = { [weak host] _ in host?.disconnect(connection, from: instance) }
      host.connect(connection, to: instance)
    } catch {
      // As on the original, the handshake has succeeded, and the reason is that of the close frame.
      let failure = ServerMessage.Failure(error)
      let isNamed = failure.group == "user" || failure.code == HostError.damaged("").failure.code
      socket.close(code: 1011, reason: isNamed ? "\(failure.group).\(failure.code)" : "internal_error")
    }
  }

  /// Gives a socket to the actor's own handler.
  private static func open(
    _ socket: ServerSocket, below path: String, _ instance: HostedInstance, _ params: JSONValue?, _ host: ActorHost
  ) throws {
    var request = socket.request
    request.path = String(path.dropFirst("/websocket".count))
    let raw = HostSocket(socket, request, to: instance)
    socket.onFrame = { [weak host] frame in
      raw.onMessage?(frame)
      try? host?.save(instance)
    }
    socket.onClose = { [weak host] close in
      raw.onClose?(close)
      (raw.onMessage, raw.onClose) = (nil, nil)
      host?.close(raw, of: instance)
    }
    try host.open(raw, to: instance, params: params)
  }

  private static func receive(
    _ frame: SocketFrame, _ connection: HostConnection, _ instance: HostedInstance, _ host: ActorHost
  ) {
    guard frame.bytes.count <= ActorHost.messageLimit else { return connection.fail("incoming_too_long") }
    switch connection.encoding.message(frame) {
    case .subscription(let event, let isOn)?: connection.subscribe(event, isOn: isOn)
    case .action(let id, let name, let arguments)?:
      _ = Task.immediate { @NetworkActor in
        do {
          let output = try await host.run(
            name, arguments, on: instance, connection: connection, params: connection.params)
          connection.send(.response(id: id, output: output))
        } catch {
          connection.send(.failure(ServerMessage.Failure(error), actionID: id))
        }
      }
    case nil: connection.fail("internal_error")
    }
  }
}
