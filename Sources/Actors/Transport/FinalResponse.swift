/// The response after an interim one such as `100 Continue`.
///
/// The library takes an interim response for the response, and what follows for its content.
struct FinalResponse {
  private var bytes: [UInt8] = []

  mutating func append(_ content: UnsafeMutableRawBufferPointer) { bytes += content }

  /// Returns the response if it is complete.
  ///
  /// - Parameters:
  ///   - hasNoBody: Whether the response to this request never has a body.
  ///   - isEnded: Whether the connection has ended.
  /// - Throws: ``TransportError`` if it is malformed, or in chunks.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func response(hasNoBody: Bool, isEnded: Bool) throws(TransportError) -> HTTPResponse? {
    while let end = RequestHead.end(of: bytes) {
      let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
      let words = (lines.first ?? "").split(separator: " ")
      guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
        throw .failed("The response is malformed.")
      }
      if (100..<200).contains(status) {
        bytes.removeFirst(end)
        continue
      }
      var response = HTTPResponse(status: status)
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        response.headers[parts[0].lowercased()] = parts.dropFirst().first.map { String($0.drop { $0 == " " }) }
      }
      response.body = Array(bytes[end...])
      if hasNoBody || [204, 304].contains(status) { return response }
      if response.headers["transfer-encoding"] != nil {
        throw .failed("The response after an interim one is in chunks.")
      }
      guard let length = response.headers["content-length"] else { return isEnded ? response : nil }
      guard let count = Int(length), count >= 0 else { throw .failed("The response is malformed.") }
      guard response.body.count >= count else { return nil }
      response.body.removeLast(response.body.count - count)
      return response
    }
    return nil
  }
}
