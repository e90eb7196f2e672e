import CWebSockets

/// Writing to a connection.
@NetworkActor
enum ConnectionWriter {
  /// The bytes before a buffer that the library uses for the frame's head.
  static let headroom = Int(cwebsockets_headroom)

  /// Writes bytes, or lets the library keep what the socket does not take; `false` if the connection is broken.
  static func write(_ bytes: [UInt8], to handle: Handle, _ kind: lws_write_protocol) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: headroom + bytes.count) { buffer in
      _ = buffer[headroom...].initialize(fromContentsOf: bytes)
      guard let base = buffer.baseAddress else { return false }
      return lws_write(handle, base + headroom, bytes.count, kind) >= 0
    }
  }
}

/// Reading the headers of a request or of a response.
@NetworkActor
enum Headers {
  /// The headers of the protocol that the library does not know, and keeps by name.
  private static let custom = [
    "x-rivet-token", "x-rivet-encoding", "x-rivet-conn-params", "x-rivet-target", "x-rivet-actor", "x-rivet-ray-id",
    "x-rivet-namespace", "x-rivet-skip-ready-wait", "x-rivet-error", "x-rivet-actor-key", "x-rivet-actor-generation",
  ]

  /// Returns the headers that the library knows, those of the protocol, and those with further names.
  static func all(of handle: Handle, and names: [String] = []) -> [String: String] {
    var headers: [String: String] = [:]
    for index in 0..<WSI_TOKEN_COUNT.rawValue {
      let token = lws_token_indexes(rawValue: index)
      guard let text = value(of: token, of: handle), let name = lws_token_to_string(token) else { continue }
      let key = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
      let header = String(cString: key)
      // Methods and the query have tokens too.
      if header.last == ":" { headers[String(header.dropLast())] = text }
    }
    for name in custom + names.map({ $0.lowercased() }) where headers[name] == nil {
      let length = lws_hdr_custom_length(handle, "\(name):", Int32(name.utf8.count + 1))
      guard length >= 0 else { continue }
      headers[name] = text(of: Int(length)) {
        lws_hdr_custom_copy(handle, $0, $1, "\(name):", Int32(name.utf8.count + 1))
      }
    }
    return headers
  }

  /// Returns the value of a known header; `nil` if there is none.
  static func value(of token: lws_token_indexes, of handle: Handle) -> String? {
    let length = lws_hdr_total_length(handle, token)
    guard length > 0 else { return nil }
    return text(of: Int(length)) { lws_hdr_copy(handle, $0, $1, token) }
  }

  /// Returns the arguments of the query, each percent-decoded by the library.
  static func arguments(of handle: Handle) -> [String] {
    var arguments: [String] = []
    while true {
      let length = lws_hdr_fragment_length(handle, WSI_TOKEN_HTTP_URI_ARGS, Int32(arguments.count))
      guard length > 0 else { return arguments }
      arguments.append(
        text(of: Int(length)) {
          lws_hdr_copy_fragment(handle, $0, $1, WSI_TOKEN_HTTP_URI_ARGS, Int32(arguments.count))
        } ?? "")
    }
  }

  private static func text(of length: Int, _ copy: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 2) { buffer in
      guard let base = buffer.baseAddress, case let count = copy(base, Int32(length + 2)), count >= 0 else {
        return nil
      }
      return String(decoding: UnsafeRawBufferPointer(start: base, count: Int(count)), as: UTF8.self)
    }
  }
}
