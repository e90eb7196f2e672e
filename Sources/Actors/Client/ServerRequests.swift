import FoundationEssentials

/// The requests of a client: their addresses, headers and bodies.
struct ServerRequests: Sendable {
  /// What is known about the server.
  var config: ClientConfig
  /// Whether the server understands `["$Undefined",0]`, as servers since 2.3 do.
  var escapesUndefined = false

  /// The actor that a server answered with.
  struct FoundActor: Sendable {
    var id: String
    var error: JSONValue?

    init?(_ value: JSONValue?) {
      guard let id = value?["actor_id"]?.text else { return nil }
      self.id = id
      error = value?["error"].flatMap { $0.isNothing ? nil : $0 }
    }
  }

  private func request(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
    responseHeaders: [String] = []
  ) -> HTTPRequest {
    HTTPRequest(
      to: config.endpoint.address, method: method, path: config.endpoint.path(path),
      headers: config.headers.merging(headers) { $1 }, body: body, responseHeaders: responseHeaders)
  }

  private func management(_ method: String, _ path: String, _ query: [(String, String)], _ body: JSONValue? = nil)
    -> HTTPRequest
  {
    var headers: [String: String] = [:]
    headers["authorization"] = config.token.map { "Bearer \($0)" }
    if body != nil { headers["content-type"] = "application/json" }
    let query = (query + [("namespace", config.namespace)])
      .map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    return request(method, "\(path)?\(query)", headers: headers, body: body.map { WireJSONWriter.bytes(of: $0) } ?? [])
  }

  var metadata: HTTPRequest { management("GET", "/metadata", []) }

  /// Makes an actor (`POST`), or returns the one that exists (`PUT`).
  func create(
    _ name: String, key: [String], input: JSONValue?, region: String?, orGet: Bool
  ) -> HTTPRequest {
    var body: [String: JSONValue] = [
      "name": .string(name), "key": .string(KeyText.joined(key)), "runner_name_selector": .string(config.runnerName),
      "crash_policy": "sleep",
    ]
    body["datacenter"] = region.map { .string($0) }
    body["input"] = input.map { .string(Data(CBORWriter.bytes(of: $0)).base64EncodedString()) }
    return management(orGet ? "PUT" : "POST", "/actors", [], .object(body))
  }

  func find(_ name: String, key: [String]) -> HTTPRequest {
    management("GET", "/actors", [("name", name), ("key", KeyText.joined(key))])
  }

  func find(id: String) -> HTTPRequest { management("GET", "/actors", [("actor_ids", id)]) }

  /// The path of an actor's gateway.
  func gatewayPath(_ id: String) -> String {
    let token = config.token.map { "@" + PercentEncoding.encoded($0) } ?? ""
    return "/gateway/\(PercentEncoding.encoded(id))\(token)"
  }

  private func gatewayHeaders(_ params: JSONValue?) -> [String: String] {
    var headers = ["x-rivet-encoding": config.encoding.rawValue]
    headers["x-rivet-token"] = config.token
    headers["x-rivet-conn-params"] = params.map { WireJSONWriter.ascii(of: $0) }
    return headers
  }

  func action(_ name: String, _ arguments: [JSONValue], actor id: String, params: JSONValue?) -> HTTPRequest {
    var headers = gatewayHeaders(params)
    headers["content-type"] = config.encoding.contentType
    return request(
      "POST", "\(gatewayPath(id))/action/\(PercentEncoding.encoded(name))", headers: headers,
      body: config.encoding.bytes(of: ["args": .array(arguments)], escapingUndefined: escapesUndefined))
  }

  /// A request to the actor's own HTTP handler.
  func raw(_ path: String, _ request: RawHTTPRequest, actor id: String, params: JSONValue?) -> HTTPRequest {
    self.request(
      request.method, "\(gatewayPath(id))/request/\(path)",
      headers: gatewayHeaders(params).merging(request.headers) { $1 }, body: request.body,
      responseHeaders: request.responseHeaders)
  }

  func connect(actor id: String, path: String = "/connect") -> HTTPRequest {
    request("GET", gatewayPath(id) + path, headers: config.token.map { ["x-rivet-token": $0] } ?? [:])
  }

  /// The subprotocols of a connection.
  func protocols(params: JSONValue?) -> [String] {
    var protocols = ["rivet", "rivet_encoding.\(config.encoding.rawValue)"]
    if let params { protocols.append("rivet_conn_params.\(Self.text(ofParams: params))") }
    return protocols
  }

  /// The params of a connection as a part of a header.
  static func text(ofParams params: JSONValue) -> String {
    PercentEncoding.encoded(String(decoding: WireJSONWriter.bytes(of: params), as: UTF8.self))
  }

  func frame(_ message: ClientMessage) -> SocketFrame {
    let bytes = config.encoding.bytes(of: message.value, escapingUndefined: escapesUndefined)
    return SocketFrame(bytes: bytes, isText: config.encoding == .json)
  }
}

extension ServerRequests {
  /// Returns the value of a response of the management API.
  static func value(of response: HTTPResponse) throws -> JSONValue {
    guard response.isSuccess else { throw error(of: response) }
    do { return try WireJSONReader.value(of: response.body) } catch { throw unreadable(response) }
  }

  /// Returns the result of an action.
  func output(of response: HTTPResponse) throws -> JSONValue {
    guard response.isSuccess else { throw Self.error(of: response) }
    guard let value = try? config.encoding.serverValue(of: response.body), case .object(let members) = value else {
      throw Self.unreadable(response)
    }
    return members["output"] ?? .null
  }

  /// Returns the error that a response reports.
  ///
  /// Servers send errors of a gateway as JSON, those of an actor in the encoding of the request, and do not always name
  /// the type: both are tried. No object in one of them is valid in the other.
  static func error(of response: HTTPResponse) -> any Error {
    for encoding in WireEncoding.allCases {
      if let value = try? encoding.serverValue(of: response.body), let failure = ServerMessage.Failure(value) {
        return ActorError(failure)
      }
    }
    return unreadable(response)
  }

  private static func unreadable(_ response: HTTPResponse) -> HttpRequestError {
    let ray = response.headers["x-rivet-ray-id"].map { " (Ray ID: \($0))" } ?? ""
    return HttpRequestError(
      message: "The server answered with status \(response.status)\(ray). Check its address:\n"
        + response.text.prefix(1_000))
  }
}

/// A request to an actor's own HTTP handler.
public struct RawHTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: String
  /// The headers; names are in lower case.
  public var headers: [String: String]
  /// The content.
  public var body: [UInt8]
  /// The names of headers of the response that are wanted beside the known ones; see ``HTTPResponse/headers``.
  public var responseHeaders: [String]

  /// Creates a request.
  public init(
    method: String = "GET", headers: [String: String] = [:], body: [UInt8] = [], responseHeaders: [String] = []
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    self.responseHeaders = responseHeaders
  }
}
