/// Where a server is.
public enum NetworkAddress: Sendable, Hashable {
  /// A host and a port, with or without TLS.
  ///
  /// With TLS the host is not an IPv6 address: a certificate cannot be checked against one, and the connection fails.
  case tcp(host: String, port: Int, tls: Bool = false)
  /// A Unix socket; only the user of a server can connect to it.
  case unix(path: String)
}

extension NetworkAddress {
  /// The host with the port, or the path.
  var name: String {
    switch self {
    case .unix(let path): path
    case .tcp(let host, let port, _): "\(Self.bracketed(host)):\(port)"
    }
  }

  /// What the `Host` header says: the host as in an address, and the port unless it is the default.
  var hostHeader: String {
    switch self {
    case .unix: "localhost"
    case .tcp(let host, let port, let tls): port == (tls ? 443 : 80) ? Self.bracketed(host) : name
    }
  }

  private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// Whether the server is on this machine.
  var isLocal: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _, _): host.lowercased() == "localhost" || host.hasPrefix("127.") || host == "::1"
    }
  }
}

/// A request to a server.
public struct HTTPRequest: Sendable, Hashable {
  /// The server.
  public var address: NetworkAddress
  /// The method: `GET`, `POST`, ….
  public var method: String
  /// The path with its query, percent-encoded.
  public var path: String
  /// The headers in order; names are in lower case.
  public var headers: [String: String]
  /// The content.
  public var body: [UInt8]
  /// The names of further headers of the response that are wanted, in lower case; see ``HTTPResponse/headers``.
  public var responseHeaders: [String]

  /// Creates a request.
  public init(
    to address: NetworkAddress, method: String = "GET", path: String, headers: [String: String] = [:],
    body: [UInt8] = [], responseHeaders: [String] = []
  ) {
    self.address = address
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.responseHeaders = responseHeaders
  }
}

extension HTTPRequest {
  /// Whether no part of it could end a line, and with that begin another header or request.
  var isWellFormed: Bool {
    ([method, path] + headers.keys + headers.values).allSatisfy { $0.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
      && !path.utf8.contains(32)
  }
}

/// The answer of a server.
public struct HTTPResponse: Sendable, Hashable {
  /// The status: 200 for success.
  public var status: Int
  /// The headers; names are in lower case.
  ///
  /// These are the headers of HTTP's standards, those of the protocol (`x-rivet-…`), and the ones that
  /// ``HTTPRequest/responseHeaders`` names. libwebsockets keeps other headers, too, but lists them only from version
  /// 4.3 on; earlier versions return one for its name.
  public var headers: [String: String]
  /// The content.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The most bytes of the headers of a response that a server sends.
  static let headLimit = 12_288

  /// Whether it can be sent: its status is a final one, its headers are not too long, and none of them could end a
  /// line and begin another one.
  var isWellFormed: Bool {
    (200..<600).contains(status)
      && headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 } <= Self.headLimit
      && headers.allSatisfy { RequestTarget.isText($0.key) && RequestTarget.isText($0.value) }
  }

  /// Whether the status is one of success.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The content as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
