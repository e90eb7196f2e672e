import Testing

@testable import Actors

@Suite struct FinalResponseTests {
  /// The response to bytes that arrive in two parts.
  private func response(
    _ text: String, inPartsAt count: Int = 0, hasNoBody: Bool = false, isEnded: Bool = false
  ) throws -> HTTPResponse? {
    var final = FinalResponse(limit: 100)
    for part in [text.utf8.prefix(count), text.utf8.dropFirst(count)] {
      var bytes = [UInt8](part)
      try bytes.withUnsafeMutableBytes { try final.append($0) }
    }
    return try final.response(hasNoBody: hasNoBody, isEnded: isEnded)
  }

  @Test func `a response has the length that it names, in any parts`() throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
    for count in 0..<text.utf8.count {
      #expect(try response(String(decoding: text.utf8.prefix(count), as: UTF8.self)) == nil, "\(count)")
      #expect(try response(text, inPartsAt: count)?.text == "abc", "\(count)")
    }
    #expect(try response(text + "more")?.text == "abc")
  }

  @Test func `a response without a length ends with its connection`() throws {
    let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nabc"
    #expect(try response(text) == nil)
    #expect(try response(text, isEnded: true)?.text == "abc")
    #expect(try response(text, hasNoBody: true)?.body == [])
  }

  @Test(arguments: [204, 304]) func `a status without words is read, and some have no body`(
    status: Int
  ) throws {
    #expect(try response("HTTP/1.1 \(status) None\r\n\r\n")?.status == status)
    #expect(try response("HTTP/1.1 \(status)\r\n\r\n")?.status == status)
  }

  @Test(arguments: [
    "HTTP/1.1\r\n\r\n", "\r\n\r\n", "HTTP/1.1\r\nX: 200 OK\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 101), String(repeating: "x", count: 16_385),
  ])
  func `a malformed, chunked or endless response is refused`(text: String) {
    #expect(throws: TransportError.self) { try response(text) }
  }
}
