import Actors

/// A server that finds every actor, and answers each action with an error.
struct FailingServer: Transport {
  /// The group of the error.
  let group: String
  /// The code of the error.
  let code: String

  private struct Exchange: TransportExchange {
    func cancel() {}
  }

  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange {
    let isAction = request.path.contains("/action/")
    let found = #"{"actor_id": "1", "error": "no memory"}"#
    let error = #"{"group": "\#(group)", "code": "\#(code)", "message": "failed"}"#
    let text = isAction ? error : #"{"actor": \#(found), "actors": [\#(found)]}"#
    let headers = ["content-type": "application/json"]
    onResult(.success(HTTPResponse(status: isAction ? 503 : 200, headers: headers, body: Array(text.utf8))))
    return Exchange()
  }

  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket {
    preconditionFailure("an action needs no socket")
  }
}
