/// How values are written on the network.
public enum WireEncoding: String, Sendable, Hashable, CaseIterable {
  /// JSON, in text frames.
  case json
  /// CBOR, in binary frames.
  case cbor
  /// The Content-Type of requests.
  var contentType: String { self == .json ? "application/json" : "application/octet-stream" }

  /// Returns the bytes of a value.
  func bytes(of value: JSONValue, escapingUndefined: Bool = true) -> [UInt8] {
    switch self {
    case .json: WireJSONWriter.bytes(of: value, escapingUndefined: escapingUndefined)
    case .cbor: CBORWriter.bytes(of: value)
    }
  }

  /// Returns the value of bytes that a client has sent.
  func value(of bytes: [UInt8]) throws(WireError) -> JSONValue {
    switch self {
    case .json: try WireJSONReader.value(of: bytes)
    case .cbor: try CBORReader.value(of: bytes)
    }
  }

  /// Returns the value of bytes that a server has sent.
  func serverValue(of bytes: [UInt8]) throws(WireError) -> JSONValue {
    switch self {
    case .json: try WireJSONReader.value(of: bytes)
    case .cbor: try CBORReader.value(of: bytes) { $0.readsEscapes = true }
    }
  }
}
