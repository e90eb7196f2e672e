import Testing

@testable import Actors

@Suite struct RequestHeadTests {
  private func head(_ protocols: String, before: String = "Host: h") -> String {
    "GET / HTTP/1.1\r\n\(before)\r\nSec-WebSocket-Protocol: \(protocols)\r\nX: y\r\n\r\nbody"
  }

  private let long = String(repeating: "x", count: 200)

  @Test func `a short list of subprotocols stays where it is`() {
    let bytes = [UInt8](head("rivet, " + long.prefix(100)))
    #expect(RequestHead(bytes).bytes == bytes)
    #expect(RequestHead(bytes).protocols == nil)
  }

  @Test func `a long list of subprotocols is kept apart`() {
    let result = RequestHead([UInt8](head("rivet,  rivet_conn_params.\(long)", before: "A: \(long)")))
    let expected = "GET / HTTP/1.1\r\nA: \(long)\r\nsec-websocket-protocol:rivet\r\nX: y\r\n\r\nbody"
    #expect(String(decoding: result.bytes, as: UTF8.self) == expected)
    #expect(result.protocols == "rivet, rivet_conn_params.\(long)")
  }

  @Test func `other headers and broken heads stay as they are`() {
    for text in [
      "", "\r\n\r\n", "GET / HTTP/1.1\r\nSec-WebSocket-Extensions: \(long)\r\n\r\n", long, long + "\r",
      "GET / HTTP/1.1\r\n\r\nSec-WebSocket-Protocol: \(long)\r\n",
    ] {
      #expect(RequestHead([UInt8](text)).bytes == [UInt8](text))
    }
  }

  @Test(arguments: [
    ("", 0), ("Content-Length: 7", 7), ("content-length:7 \r\nContent-Length: 7", 7),
    ("Content-Length: 99999999999999999999", .max), ("Content-Length: 7\r\nContent-Length: 8", nil),
    ("Content-Length: -7", nil), ("Content-Length:", nil), ("Content-Length: 7 8", nil), ("X-Content-Length: x", 0),
    ("XXXXXXX-XXXXXX: 7", 0), ("Content-Length:\nX: y", nil),
  ])
  func `the length of the body is read`(headers: String, length: Int?) {
    #expect(RequestHead(unread: [UInt8]("POST / HTTP/1.1\r\n\(headers)\r\n\r\n")).length == length)
  }

  @Test(arguments: [
    ("\n\r\n", nil), ("\r\n\r", nil), ("\r\n\r\n", 4), ("GET / HTTP/1.1\r\n\r\nbody\r\n\r\n", 18), ("\n\n\n\n", nil),
  ])
  func `a head ends with the first empty line`(text: String, end: Int?) {
    #expect(RequestHead.end(of: [UInt8](text.utf8)) == end)
  }

  @Test func `headers are the lines after the first`() {
    let head = "GET /a:b HTTP/1.1\r\nHost: h\r\nx-a:1\r\nno\r\nX-A: \t2\r\n"
    #expect(RequestHead.headers(in: [UInt8](head)[...]) == ["host": "h", "x-a": "1, 2"])
  }

  @Test(arguments: [
    ("a\r\n\r\n", 5), ("a\r\n\r\nb\r\n\r\n", 5), ("a\r\n", nil), ("a\r\n\rb", nil), ("a\n\n\r\n", nil), ("\n\n", nil),
    ("", nil),
  ])
  func `a head ends with an empty line`(text: String, end: Int?) {
    #expect(RequestHead.end(of: [UInt8](text)) == end)
  }
}
