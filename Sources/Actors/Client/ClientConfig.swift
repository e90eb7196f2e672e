import Glibc

/// Which server a client talks to, and how.
///
///     let config = try ClientConfig(endpoint: "https://my-namespace:my-token@api.rivet.dev")
///
/// What is not given is taken from the environment: `RIVET_TOKEN`, `RIVET_NAMESPACE`, `RIVET_RUNNER`. There is no
/// default endpoint.
public struct ClientConfig: Sendable, Hashable {
  /// The address of the server.
  public var endpoint: Endpoint
  /// The token, if the server needs one.
  public var token: String?
  /// The namespace; `default` by default.
  public var namespace: String
  /// The runner that starts actors; `default` by default.
  public var runnerName: String
  /// Headers that are added to every request.
  public var headers: [String: String]
  /// Whether the client does not ask the server for its address first.
  public var disableMetadataLookup: Bool
  /// How connections and actions are encoded.
  public var encoding: WireEncoding

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - endpoint: `http://host:port/path`, `https://namespace:token@host`, percent-encoded, or
  ///     `http+unix://%2Fpath%2Fto%2Fsocket`.
  ///   - token: The token; `RIVET_TOKEN` by default.
  ///   - namespace: The namespace; `RIVET_NAMESPACE` by default.
  ///   - runnerName: The runner; `RIVET_RUNNER` by default.
  ///   - headers: Headers that are added to every request.
  ///   - disableMetadataLookup: Whether the server's address is used as it is given.
  ///   - encoding: How connections and actions are encoded.
  ///   - environment: What is used in place of the process's environment.
  /// - Throws: What is wrong with the endpoint.
  public init(
    endpoint: String, token: String? = nil, namespace: String? = nil, runnerName: String? = nil,
    headers: [String: String] = [:], disableMetadataLookup: Bool = false, encoding: WireEncoding = .json,
    environment: [String: String]? = nil
  ) throws(ConfigurationError) {
    func fallback(_ name: String) -> String? {
      let value = environment.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
      return value.flatMap { $0.isEmpty ? nil : $0 }
    }
    let parsed = try Endpoint.parse(endpoint)
    let namespace = namespace ?? fallback("RIVET_NAMESPACE")
    let token = token ?? fallback("RIVET_TOKEN")
    if parsed.namespace != nil, namespace != nil { throw .duplicateNamespace }
    if parsed.token != nil, token != nil { throw .duplicateToken }
    self.endpoint = parsed.endpoint
    self.token = parsed.token ?? token
    self.namespace = parsed.namespace ?? namespace ?? "default"
    self.runnerName = runnerName ?? fallback("RIVET_RUNNER") ?? "default"
    self.headers = headers
    self.disableMetadataLookup = disableMetadataLookup
    self.encoding = encoding
  }
}
