import Testing

@testable import Actors

@Suite struct EndpointTests {
  @Test(arguments: [
    "http://h:+80", "http://h:080000", "http://h:", "http://h:65536", "http://h:1:2", "http://h\"", "http://a_b!",
    "http://[zz]", "http://[::1]x", "http://[1:2]", "http://%41", "https://-", "http://-h", "http://a.h-",
    "http://h..h", "http://.",
    "unix://%2F\(String(repeating: "x", count: 120))", "http://\(String(repeating: "x", count: 64))",
  ])
  func `a host or a port that cannot be is refused`(text: String) {
    #expect(throws: ConfigurationError.invalidURL(text)) { try Endpoint.parse(text) }
  }

  @Test(arguments: ["http://h/\u{7F}", "http://h/é", "http://h/ ", "http://h/\t"])
  func `a path with other than visible ASCII is refused`(text: String) {
    #expect(throws: ConfigurationError.invalidURL(text)) { try Endpoint.parse(text) }
  }

  @Test(arguments: [
    ("http://my_host-1.example.org:8080", NetworkAddress.tcp(host: "my_host-1.example.org", port: 8_080)),
    ("https://[::1]", .tcp(host: "::1", port: 443, tls: true)),
    ("http://127.0.0.1:1", .tcp(host: "127.0.0.1", port: 1)), ("http://h:65535", .tcp(host: "h", port: 65_535)),
  ])
  func `a host and a port are read`(text: String, address: NetworkAddress) throws {
    #expect(try Endpoint.parse(text).endpoint.address == address)
  }

  @Test func `a name has up to 253 characters, and its labels up to 63`() throws {
    let label = String(repeating: "x", count: 63)
    let name = "\(label).\(label).\(label).\(label.dropLast(2))"
    #expect(try Endpoint.parse("http://\(name)").endpoint.address == .tcp(host: name, port: 80))
    #expect(throws: ConfigurationError.self) { try Endpoint.parse("http://\(name)x") }
  }

  @Test func `the path of a socket has up to 107 bytes`() throws {
    let path = "/" + String(repeating: "x", count: 106)
    #expect(try Endpoint.parse("unix://%2F\(path.dropFirst())").endpoint.address == .unix(path: path))
    #expect(throws: ConfigurationError.self) { try Endpoint.parse("unix://%2Fx\(path.dropFirst())") }
  }

  @Test func `a server on this machine is recognised`() throws {
    for text in ["http+unix://%2Fa", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"] {
      #expect(try Endpoint.parse(text).endpoint.address.isLocal)
    }
    for text in ["http://example.org", "http://128.0.0.1", "http://[::2]"] {
      #expect(try !Endpoint.parse(text).endpoint.address.isLocal)
    }
  }

  @Test(arguments: [
    ("http://[::1]", "[::1]"), ("https://[::1]", "[::1]"), ("http://[::1]:6420", "[::1]:6420"), ("https://h:443", "h"),
    ("http://h:443", "h:443"), ("unix://%2Fs", "localhost"),
  ])
  func `a request names its host as the address does`(text: String, host: String) throws {
    #expect(try Endpoint.parse(text).endpoint.address.hostHeader == host)
  }
}
