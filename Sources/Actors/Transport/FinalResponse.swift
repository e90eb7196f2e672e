/// The response after an interim one such as `100 Continue`.
///
/// The library takes an interim response for the response, and what follows for its content.
struct FinalResponse {
  /// What has arrived of the head, or of the body after it.
  private var bytes: [UInt8] = []
  /// The response without its body, once its head is complete.
  private var head: HTTPResponse?
  private let limit: Int

  /// The most bytes of a head.
  private static let headLimit = 16_384

  /// Creates a response.
  ///
  /// - Parameter limit: The most bytes of the body.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds what has arrived.
  ///
  /// - Throws: ``TransportError`` if that is malformed, in chunks, or too large.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func append(_ content: UnsafeMutableRawBufferPointer) throws(TransportError) {
    bytes += content
    while head == nil, let end = RequestHead.end(of: bytes) {
      let response = try Self.head(bytes[..<end])
      bytes.removeFirst(end)
      if !(100..<200).contains(response.status) { head = response }
    }
    guard bytes.count <= (head == nil ? Self.headLimit : limit) else { throw .failed("The response is too large.") }
  }

  /// Returns the response if it is complete.
  ///
  /// - Parameters:
  ///   - hasNoBody: Whether the response to this request never has a body.
  ///   - isEnded: Whether the connection has ended.
  /// - Throws: ``TransportError`` if it is malformed, or in chunks.
  func response(hasNoBody: Bool, isEnded: Bool) throws(TransportError) -> HTTPResponse? {
    guard var response = head else { return nil }
    if hasNoBody || [204, 304].contains(response.status) { return response }
    if response.headers["transfer-encoding"] != nil {
      throw .failed("The response after an interim one is in chunks.")
    }
    var count = bytes.count
    if let length = response.headers["content-length"] {
      guard let wanted = Int(length), wanted >= 0 else { throw .failed("The response is malformed.") }
      guard count >= wanted else { return nil }
      count = wanted
    } else if !isEnded {
      return nil
    }
    response.body = Array(bytes.prefix(count))
    return response
  }

  private static func head(_ bytes: ArraySlice<UInt8>) throws(TransportError) -> HTTPResponse {
    let words = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw .failed("The response is malformed.")
    }
    return HTTPResponse(status: status, headers: RequestHead.headers(in: bytes))
  }
}
