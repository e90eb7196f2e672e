import FoundationEssentials

/// Answers the requests of a host.
@NetworkActor
struct Router {
  private let host: ActorHost
  /// The version that these answers have.
  static let version = "2.0.42"

  init(_ host: ActorHost) {
    self.host = host
  }

  func response(to request: ServerRequest) async -> HTTPResponse {
    var request = request
    // The server leaves the body out.
    if request.method == "HEAD" { request.method = "GET" }
    let target = request.headers["x-rivet-target"] == "actor" ? request.headers["x-rivet-actor"] : nil
    if target != nil || request.path.hasPrefix("/gateway/") { return await gateway(request, target) }
    do {
      switch (request.method, request.path) {
      case ("GET", "/health"):
        return json(["status": "ok", "runtime": "rivetkit", "version": .string(Self.version)])
      case ("GET", "/metadata"): return json(metadata)
      case ("GET", "/actors"): return json(["actors": .array(try list(request).map(Self.value))])
      case ("GET", "/actors/names"): return json(["names": names])
      case ("PUT", "/actors"): return json(try create(request, orGet: true))
      case ("POST", "/actors"): return json(try create(request, orGet: false))
      case ("DELETE", _) where request.path.hasPrefix("/actors/"):
        try host.destroy(PercentEncoding.decoded(request.path.dropFirst("/actors/".count)) ?? "")
        return json([:])
      default:
        return text("Not Found (RivetKit)", status: 404)
      }
    } catch {
      return HostEncoding.json.response(error)
    }
  }

  private func json(_ value: JSONValue) -> HTTPResponse {
    HTTPResponse(headers: ["content-type": "application/json"], body: WireJSONWriter.bytes(of: value))
  }

  private func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["content-type": "text/plain; charset=UTF-8"], body: Array(text.utf8))
  }

  private var names: JSONValue {
    .object(Dictionary(uniqueKeysWithValues: host.names.map { ($0, ["metadata": [:]]) }))
  }

  private var metadata: JSONValue {
    [
      "runtime": "rivetkit", "version": .string(Self.version), "runner": ["kind": ["normal": [:]]],
      "actorNames": names,
    ]
  }

  // MARK: Management

  private func list(_ request: ServerRequest) throws -> [StoredActor] {
    if let ids = request.argument("actor_ids") {
      return try ids.split(separator: ",").prefix(32).compactMap { try host.storage.actor(id: String($0)) }
    }
    guard let name = request.argument("name") else { return [] }
    return try host.storage.actors(name: name, key: request.argument("key").map { [$0] })
  }

  private func create(_ request: ServerRequest, orGet: Bool) throws -> JSONValue {
    let body = try WireJSONReader.value(of: request.body)
    guard let name = body["name"]?.text, body["runner_name_selector"]?.text != nil else { throw Self.invalidBody }
    guard orGet == false || body["key"]?.text != nil else { throw Self.invalidBody }
    guard RequestTarget.isText(body["key"]?.text ?? "") else { throw Self.invalidKey }
    guard host.names.contains(name) else { throw Self.unknown(name) }
    // As on the original, the text is one part, and is not split at its slashes.
    let key = [body["key"]?.text ?? HostIDs.uuid()]
    if let actor = try host.storage.actors(name: name, key: key).first {
      guard orGet else {
        throw HostError(
          400, "actor", "duplicate_key",
          "Actor already exists with name '\(name)' and key '\(JSONValue.array(key.map { .string($0) }))' "
            + "(https://www.rivet.dev/docs/clients/javascript)")
      }
      // A damaged one is reported here, where there is room for a sentence, and not by the connection that follows.
      _ = try host.instance(actor.id)
      return ["actor": Self.value(actor), "created": false]
    }
    let input = try body["input"]?.text.map { text in
      guard let bytes = Data(base64Encoded: text) else { throw Self.invalidBody }
      return try CBORReader.value(of: [UInt8](bytes))
    }
    let actor = Self.value(try host.create(name, key: key, input: input))
    return orGet ? ["actor": actor, "created": true] : ["actor": actor]
  }

  private static func unknown(_ name: String) -> HostError {
    HostError(
      404, "actor", "not_found", "This host has no actor with the name “\(name)”.", contentType: "application/json")
  }

  private static let invalidKey = HostError(
    400, "request", "invalid", "A key has no control characters.", contentType: "application/json")
  private static let invalidBody = HostError(
    400, "request", "invalid", "The body does not describe an actor.", contentType: "application/json")

  private static func value(_ actor: StoredActor) -> JSONValue {
    [
      "actor_id": .string(actor.id), "name": .string(actor.name), "key": .string(KeyText.joined(actor.key)),
      "namespace_id": "default", "runner_name_selector": "default", "create_ts": .integer(actor.created),
      "connectable_ts": .integer(actor.created), "start_ts": .integer(actor.created), "destroy_ts": nil,
      "sleep_ts": nil,
    ]
  }

  // MARK: Gateway

  private func gateway(_ request: ServerRequest, _ actor: String?) async -> HTTPResponse {
    let name = request.headers["x-rivet-encoding"] ?? "json"
    guard let encoding = HostEncoding(rawValue: name) else {
      return HostEncoding.json.response(
        HostError(
          400, "encoding", "invalid",
          "Invalid encoding `\(name)`. (https://www.rivet.dev/docs/clients/javascript)"))
    }
    do {
      let target = try Gateway.target(of: request.path, actor: actor)
      let instance = try host.instance(target.actor)
      return try await answer(request, target.path, instance, encoding)
    } catch {
      return encoding.response(error)
    }
  }

  private func answer(
    _ request: ServerRequest, _ path: String, _ instance: HostedInstance, _ encoding: HostEncoding
  ) async throws -> HTTPResponse {
    switch (request.method, path) {
    case ("GET", "/"), ("GET", ""):
      return text("This is an RivetKit actor.\n\nLearn more at https://rivetkit.org")
    case ("GET", "/health"): return text("ok")
    case ("GET", "/metadata"): return json(["runtime": "rivetkit", "version": .string(Self.version)])
    default: break
    }
    if path.hasPrefix("/request/") {
      let params = try params(of: request)
      try instance.checkParams(params)
      var raw = request
      raw.path = String(path.dropFirst("/request".count))
      let response = try await host.run(on: instance) { [raw] in
        try await instance.respond(to: raw, params: params)
      }
      guard response.isWellFormed else { throw WireError.malformed(offset: 0) }
      return response
    }
    let name = path.dropFirst("/action/".count)
    guard path.hasPrefix("/action/"), !name.contains("/"), let name = PercentEncoding.decoded(name) else {
      throw HostError(404, "guard", "no_route", "Not found.")
    }
    guard request.method == "POST" else {
      throw HostError(405, "request", "method_not_allowed", "An action is called with POST.")
    }
    let params = try params(of: request)
    guard let arguments = encoding.arguments(of: request.body) else { throw WireError.malformed(offset: 0) }
    try instance.checkParams(params)
    let output = try await host.run(name, arguments, on: instance, connection: nil, params: params)
    return encoding.response(output: output)
  }

  private func params(of request: ServerRequest) throws -> JSONValue? {
    guard let text = request.headers["x-rivet-conn-params"] else { return nil }
    do {
      return try WireJSONReader.value(of: Array(text.utf8))
    } catch {
      throw HostError(400, "params", "invalid", "Invalid params JSON: \(error)")
    }
  }
}
