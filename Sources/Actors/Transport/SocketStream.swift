import CWebSockets

/// What both ends of a WebSocket share: the queue of messages to send, and the parts of a received one.
@NetworkActor
struct SocketStream {
  private var queue = SendQueue()
  private var partial: [UInt8] = []
  private var farewell: SocketClose?
  /// What the peer's close frame said.
  private(set) var received: SocketClose?
  let limit: Int
  /// How a message beyond the limit ends the connection.
  private let tooLong: SocketClose
  /// How many bytes may wait for a peer that does not read before the connection is given up.
  static let backlog = 16 << 20

  init(limit: Int, tooLong: SocketClose = SocketClose(code: 1009, reason: "message.too_long")) {
    self.limit = limit
    self.tooLong = tooLong
  }

  /// How the connection ended, once it has.
  ///
  /// - Parameter wasMade: Whether it had been made.
  func ending(wasMade: Bool) -> SocketClose {
    received ?? farewell ?? .lost(wasMade ? "The connection was lost." : "The connection was refused.")
  }

  mutating func appendPing() { if farewell == nil { queue.append(.ping) } }

  mutating func close(_ close: SocketClose) { if farewell == nil { farewell = close } }

  /// Adds a part of a message, and returns the message if it is complete.
  mutating func receive(_ content: UnsafeMutableRawBufferPointer, _ handle: Handle) -> SocketFrame? {
    partial += content
    if partial.count > limit {
      partial = []
      close(tooLong)
      return nil
    }
    guard lws_is_final_fragment(handle) != 0, lws_remaining_packet_payload(handle) == 0 else { return nil }
    let bytes = partial
    partial = []
    return SocketFrame(bytes: bytes, isText: lws_frame_is_binary(handle) == 0)
  }

  /// Whether what has been received so far has ended the connection.
  var isClosing: Bool { farewell != nil }

  /// Keeps the peer's close frame.
  mutating func receiveClose(_ content: UnsafeMutableRawBufferPointer) {
    guard content.count >= 2 else {
      received = SocketClose(code: 1005, reason: "")
      return
    }
    let code = Int(content[0]) << 8 | Int(content[1])
    received = SocketClose(code: code, reason: String(decoding: content.dropFirst(2), as: UTF8.self))
  }

  /// Writes a message at once if the socket takes it, or with the next event of the socket.
  ///
  /// This saves the wait for that event.
  ///
  /// - Returns: `false` if too much waits already: the connection has to be dropped.
  mutating func send(_ frame: SocketFrame, _ handle: Handle?) -> Bool {
    guard queue.bytes <= Self.backlog else {
      close(.lost("The peer does not read."))
      return false
    }
    guard farewell == nil else { return true }
    if let handle, queue.isEmpty, lws_partial_buffered(handle) == 0,
      ConnectionWriter.write(frame.bytes, to: handle, frame.isText ? LWS_WRITE_TEXT : LWS_WRITE_BINARY)
    {
      return true
    }
    queue.append(.frame(frame))
    if let handle { lws_callback_on_writable(handle) }
    return true
  }

  /// Writes what the socket takes; a negative result closes the connection.
  mutating func write(_ handle: Handle) -> Int32 {
    while !queue.isEmpty {
      // The library keeps what the socket has not taken.
      guard lws_partial_buffered(handle) == 0 else {
        lws_callback_on_writable(handle)
        return 0
      }
      switch queue.popFirst() {
      case .frame(let frame)?:
        guard ConnectionWriter.write(frame.bytes, to: handle, frame.isText ? LWS_WRITE_TEXT : LWS_WRITE_BINARY) else {
          return -1
        }
      case .ping?:
        guard ConnectionWriter.write([], to: handle, LWS_WRITE_PING) else { return -1 }
      case nil: break
      }
    }
    guard let farewell else { return 0 }
    var reason = Array(farewell.reason.utf8.prefix(123))
    lws_close_reason(
      handle, lws_close_status(rawValue: UInt32(UInt16(clamping: farewell.code))), &reason, reason.count)
    return -1
  }
}
