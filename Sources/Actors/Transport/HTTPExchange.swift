import CWebSockets

/// A request and its response.
final class HTTPExchange: ConnectionHandler {
  private var response = HTTPResponse(status: 0)
  private var completion: ((Result<HTTPResponse, TransportError>) -> Void)?
  private let limit: Int

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
    if !connect(trust, protocols: nil) { finish(.failure(.failed("The connection failed."))) }
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
      response.headers = Headers.all(of: handle)
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
      guard !request.body.isEmpty else { return 0 }
      lws_client_http_body_pending(handle, 0)
      return Outgoing.write(request.body, to: handle, LWS_WRITE_HTTP_FINAL) ? 0 : -1
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
      return read(handle)
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
      response.body += content
      guard response.body.count <= limit else {
        finish(.failure(.failed("The response is too large.")))
        return -1
      }
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
      finish(.success(response))
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
      finish(isWhole ? .success(response) : .failure(.failed("The connection was closed.")))
    default: break
    }
    return 0
  }

  /// Whether a response that ends with its connection has ended.
  private var isWhole: Bool {
    guard response.status > 0, response.headers["transfer-encoding"] == nil else { return false }
    return response.headers["content-length"].map { Int($0) == response.body.count } ?? true
  }

  /// Reads what has arrived, which calls ``process`` with the content.
  private func read(_ handle: Handle) -> Int32 {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384 + Outgoing.headroom) { buffer in
      guard let base = buffer.baseAddress else { return -1 }
      var place: UnsafeMutablePointer<CChar>? = base + Outgoing.headroom
      var length: Int32 = 16_384
      return lws_http_client_read(handle, &place, &length) < 0 ? -1 : 0
    }
  }
}
