import Testing

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ClientConfigTests {
  @Test func `K1 a configuration is read, completed and checked`() throws {
    let environment = ["RIVET_TOKEN": "t", "RIVET_NAMESPACE": "n", "RIVET_RUNNER": "r"]
    let config = try ClientConfig(endpoint: "http://h:80/api//rivet/", environment: environment)
    #expect((config.token, config.namespace, config.runnerName) == ("t", "n", "r"))
    #expect(config.endpoint == Endpoint(.tcp(host: "h", port: 80), basePath: "/api/rivet"))
    let plain = try ClientConfig(endpoint: "https://a%20b:c%2Fd@h", environment: [:])
    #expect((plain.token, plain.namespace, plain.runnerName) == ("c/d", "a b", "default"))
    #expect(plain.endpoint.address == .tcp(host: "h", port: 443, tls: true))
    #expect(try ClientConfig(endpoint: "http://h", environment: [:]).namespace == "default")
    let socket = try ClientConfig(endpoint: "http+unix://%2Frun%2Fa.sock/x", environment: [:]).endpoint
    #expect(socket == Endpoint(.unix(path: "/run/a.sock"), basePath: "/x"))
    #expect(try Endpoint.parse("\(socket)").endpoint == socket)
    func failure(_ endpoint: String, token: String? = nil, namespace: String? = nil) -> ConfigurationError? {
      do throws(ConfigurationError) {
        _ = try ClientConfig(endpoint: endpoint, token: token, namespace: namespace, environment: [:])
        return nil
      } catch {
        return error
      }
    }
    for text in ["", "h", "ftp://h", "http://", "http://h:x", "http://h:0", "http://[::1", "http://a%2@h"] {
      #expect(failure(text) == .invalidURL(text))
    }
    #expect(failure("http://h?a=1") == .queryString)
    #expect(failure("http://h#a") == .fragment)
    #expect(failure("http://:t@h") == .tokenWithoutNamespace)
    #expect(failure("http://n@h", namespace: "m") == .duplicateNamespace)
    #expect(failure("http://n:t@h", token: "u") == .duplicateToken)
    #expect(throws: ConfigurationError.duplicateNamespace) {
      try ClientConfig(endpoint: "http://n@h", environment: environment)
    }
  }
}
