/// The encodings that a host understands: those of this module's clients, and BARE, the default of others.
enum HostEncoding: String, Hashable, Sendable {
  case json, cbor, bare

  private var wire: WireEncoding? { WireEncoding(rawValue: rawValue) }

  func frame(_ message: ServerMessage) -> SocketFrame {
    switch self {
    case .json: SocketFrame(bytes: WireJSONWriter.bytes(of: message.value, escapingUndefined: false), isText: true)
    case .cbor: SocketFrame(bytes: CBORWriter.bytes(of: message.value), isText: false)
    case .bare: SocketFrame(bytes: BareWriter.bytes(of: message), isText: false)
    }
  }

  /// Returns the message of a frame; `nil` if it is malformed.
  func message(_ frame: SocketFrame) -> ClientMessage? {
    guard let wire else { return BareReader.message(of: frame.bytes) }
    return (try? wire.value(of: frame.bytes)).flatMap { ClientMessage($0) }
  }

  /// Returns the arguments of an action's request; `nil` if it is malformed.
  func arguments(of body: [UInt8]) -> [JSONValue]? {
    guard let wire else { return BareReader.arguments(of: body) }
    return (try? wire.value(of: body))?["args"]?.elements
  }

  /// Returns the response to an action's request.
  func response(output: JSONValue) -> HTTPResponse {
    let body =
      switch self {
      case .json, .cbor:
        // Servers of the version that a host answers as have no escape for `undefined`.
        (wire ?? .json).bytes(of: output == .undefined ? [:] : ["output": output], escapingUndefined: false)
      case .bare: BareWriter.response(output)
      }
    return HTTPResponse(
      headers: ["content-type": self == .json ? "application/json" : "application/octet-stream"], body: body)
  }

  /// Returns the response that reports an error.
  func response(_ error: any Error) -> HTTPResponse {
    let failure = ServerMessage.Failure(error)
    let status = (error as? HostError)?.status ?? (error is UserError ? 400 : 500)
    let body =
      switch self {
      case .json, .cbor: (wire ?? .json).bytes(of: .object(failure.members))
      case .bare: BareWriter.response(failure)
      }
    // The original calls the errors of every encoding a text, and writes the type of binary ones with a blank.
    let text = self == .json ? "text/plain;charset=UTF-8" : "text/plain; charset=UTF-8"
    return HTTPResponse(
      status: status, headers: ["content-type": (error as? HostError)?.contentType ?? text], body: body)
  }
}
