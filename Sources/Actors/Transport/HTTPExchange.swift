import CWebSockets

/// A request and its response.
final class HTTPExchange: ConnectionHandler {
  private var response = HTTPResponse(status: 0)
  private var completion: ((Result<HTTPResponse, TransportError>) -> Void)?
  private let limit: Int
  /// What follows an interim response, if the server has sent one.
  private var final: FinalResponse?
  /// Where the library continues to read while ``read(_:)`` runs, and where it began.
  private var reading: (place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, start: UnsafeMutablePointer<CChar>)?

  init(
    _ request: HTTPRequest, limit: Int,
    completion: @escaping @NetworkActor (Result<HTTPResponse, TransportError>) -> Void
  ) {
    var request = request
    if !request.body.isEmpty || request.method == "POST" || request.method == "PUT" {
      request.headers["content-length"] = String(request.body.count)
    }
    self.limit = limit
    self.completion = completion
    super.init(request)
  }

  func start(_ trust: ClientTrust) {
    if !connect(trust, protocols: nil) { finish(.failure(.failed(unreachable))) }
  }

  func cancel() {
    drop()
    finish(.failure(.cancelled))
  }

  private func finish(_ result: Result<HTTPResponse, TransportError>) {
    let completion = completion
    self.completion = nil
    completion?(result)
  }

  override func didFail(_ reason: String) { finish(.failure(.failed(reason))) }

  override func didAppendHeaders(_ handle: Handle) -> Int32 {
    guard !request.body.isEmpty else { return 0 }
    lws_client_http_body_pending(handle, 1)
    lws_callback_on_writable(handle)
    return 0
  }

  override func process(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
      response.status = Int(lws_http_client_http_response(handle))
      if (100..<200).contains(response.status) {
        final = FinalResponse(limit: limit)
        return 0
      }
      response.headers = Headers.all(of: handle, and: request.responseHeaders)
      // The library waits for a body that these responses never have.
      if [204, 304].contains(response.status) || request.method == "HEAD" {
        finish(.success(response))
        return -1
      }
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
      guard !request.body.isEmpty else { return 0 }
      lws_client_http_body_pending(handle, 0)
      return ConnectionWriter.write(request.body, to: handle, LWS_WRITE_HTTP_FINAL) ? 0 : -1
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
      return read(handle)
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
      if final != nil {
        do throws(TransportError) {
          try final?.append(content)
        } catch {
          finish(.failure(error))
          return -1
        }
        return finishFinal(isEnded: false) ? -1 : 0
      }
      response.body += content
      guard response.body.count <= limit else {
        finish(.failure(.failed("The response is too large.")))
        return -1
      }
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP, LWS_CALLBACK_CLOSED_CLIENT_HTTP:
      if finishFinal(isEnded: true) { break }
      finish(isWhole ? .success(response) : .failure(.failed("The connection was closed.")))
    default: break
    }
    return 0
  }

  /// Ends the exchange if the response after an interim one is complete; whether it has.
  private func finishFinal(isEnded: Bool) -> Bool {
    do throws(TransportError) {
      guard let response = try final?.response(hasNoBody: request.method == "HEAD", isEnded: isEnded) else {
        return false
      }
      finish(.success(response))
    } catch {
      finish(.failure(error))
    }
    return true
  }

  /// Whether a response that the library takes for complete is.
  ///
  /// The library reports the last chunk and the end of the connection alike; only the chunk has been read.
  private var isWhole: Bool {
    guard response.status > 0, final == nil else { return false }
    if response.headers["transfer-encoding"] != nil {
      return reading.map { $0.place.pointee != $0.start } ?? false
    }
    return response.headers["content-length"].map { Int($0) == response.body.count } ?? true
  }

  /// Reads what has arrived, which calls ``process`` with the content.
  private func read(_ handle: Handle) -> Int32 {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384 + ConnectionWriter.headroom) { buffer in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<CChar>?.self, capacity: 1) { place in
        guard let base = buffer.baseAddress, let place = place.baseAddress else { return -1 }
        let start = base + ConnectionWriter.headroom
        place.initialize(to: start)
        reading = (place, start)
        defer { reading = nil }
        var length: Int32 = 16_384
        return lws_http_client_read(handle, place, &length) < 0 ? -1 : 0
      }
    }
  }
}
