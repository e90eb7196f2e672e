import Glibc

/// The address of a server, with the path below which it answers.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// The server.
  public var address: NetworkAddress
  /// The path without a slash at its end; empty for the root.
  public var basePath: String

  /// Creates an endpoint.
  ///
  /// - Complexity: O(length of the path).
  public init(_ address: NetworkAddress, basePath: String = "") {
    self.address = address
    var path = basePath[...]
    while path.last == "/" { path.removeLast() }
    self.basePath = Self.collapsed(path)
  }

  /// Returns the path below this endpoint, in which no slash is doubled.
  func path(_ path: String) -> String { basePath + Self.collapsed(path[...]) }

  private static func collapsed(_ path: Substring) -> String {
    let query = path[(path.firstIndex(of: "?") ?? path.endIndex)...]
    var result = path.first == "/" || path.isEmpty ? "" : "/"
    for character in path[..<query.startIndex] where character != "/" || result.last != "/" {
      result.append(character)
    }
    return result + query
  }

  /// The endpoint as an address that ``ClientConfig`` reads.
  public var description: String {
    switch address {
    case .tcp(_, _, let tls): "\(tls ? "https" : "http")://\(address.hostHeader)\(basePath)"
    case .unix(let path): "http+unix://\(PercentEncoding.encoded(path))\(basePath)"
    }
  }
}

extension Endpoint {
  /// An endpoint as it was written, with what precedes its `@`.
  struct Parsed {
    var endpoint: Endpoint
    var namespace: String?
    var token: String?
  }

  /// Reads `https://namespace:token@host:port/path`, or `http+unix://%2Fpath%2Fto%2Fsocket/path`.
  static func parse(_ text: String) throws(ConfigurationError) -> Parsed {
    let invalid = ConfigurationError.invalidURL(text)
    if text.contains("#") { throw .fragment }
    if text.contains("?") { throw .queryString }
    guard let mark = text.firstRange(of: "://") else { throw invalid }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    let basePath = String(rest[authority.endIndex...])
    guard rest.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { throw invalid }
    var host = authority
    var (namespace, token): (String?, String?)
    if let at = authority.lastIndex(of: "@") {
      host = authority[authority.index(after: at)...]
      let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first.flatMap({ PercentEncoding.decoded($0) }) else { throw invalid }
      namespace = first.isEmpty ? nil : first
      if parts.count == 2 {
        guard let second = PercentEncoding.decoded(parts[1]) else { throw invalid }
        token = second.isEmpty ? nil : second
      }
      if token != nil, namespace == nil { throw .tokenWithoutNamespace }
    }
    let address: NetworkAddress
    switch scheme {
    case "http", "https":
      guard let (name, port) = hostAndPort(host, tls: scheme == "https") else { throw invalid }
      address = .tcp(host: name, port: port, tls: scheme == "https")
    case "http+unix", "unix":
      guard let path = PercentEncoding.decoded(host), path.hasPrefix("/"), path.utf8.count < 108 else { throw invalid }
      address = .unix(path: path)
    default: throw invalid
    }
    return Parsed(endpoint: Endpoint(address, basePath: basePath), namespace: namespace, token: token)
  }

  private static func hostAndPort(_ text: Substring, tls: Bool) -> (String, Int)? {
    let name: Substring
    let rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(name), &address) == 1 else { return nil }
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
      guard isHostName(name) else { return nil }
    }
    if rest.isEmpty { return (String(name), tls ? 443 : 80) }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }), digits.utf8.count <= 5,
      let port = Int(digits), (1...65_535).contains(port)
    else { return nil }
    return (String(name), port)
  }

  /// Whether a text is a name of DNS or an IPv4 address: labels of letters, digits, hyphens and underscores.
  private static func isHostName(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
          }
      }
  }
}
