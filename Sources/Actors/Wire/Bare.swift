/// Writes the server's messages in BARE, the encoding that other clients prefer: a version, then the fields.
struct BareWriter {
  /// The version of the messages of rivetkit 2.0.
  static let version: [UInt8] = [2, 0]
  private var bytes = version

  static func bytes(of message: ServerMessage) -> [UInt8] {
    var writer = BareWriter()
    switch message {
    case .initial(let actorID, let connectionID):
      writer.write(0)
      writer.write(actorID)
      writer.write(connectionID)
    case .failure(let failure, let id):
      writer.write(1)
      writer.write(failure)
      writer.bytes.append(id == nil ? 0 : 1)
      if let id { writer.write(id) }
    case .response(let id, let output):
      writer.write(2)
      writer.write(id)
      writer.write(cbor: output)
    case .event(let name, let arguments):
      writer.write(3)
      writer.write(name)
      writer.write(cbor: .array(arguments))
    case .unknown: break
    }
    return writer.bytes
  }

  /// The response to an action over HTTP.
  static func response(_ output: JSONValue) -> [UInt8] {
    var writer = BareWriter()
    writer.write(cbor: output)
    return writer.bytes
  }

  /// The response that reports an error.
  static func response(_ failure: ServerMessage.Failure) -> [UInt8] {
    var writer = BareWriter()
    writer.write(failure)
    return writer.bytes
  }

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  private mutating func write(cbor value: JSONValue) {
    let content = CBORWriter.bytes(of: value)
    write(UInt64(content.count))
    bytes += content
  }

  private mutating func write(_ failure: ServerMessage.Failure) {
    write(failure.group)
    write(failure.code)
    write(failure.message)
    bytes.append(failure.metadata == nil ? 0 : 1)
    if let metadata = failure.metadata { write(cbor: metadata) }
  }
}

/// Reads the client's messages in BARE; see ``BareWriter``.
struct BareReader {
  private var rest: ArraySlice<UInt8>

  /// Returns a message of a connection; `nil` if it is malformed.
  static func message(of bytes: [UInt8]) -> ClientMessage? {
    guard var reader = BareReader(bytes), let tag = reader.number() else { return nil }
    switch tag {
    case 0:
      guard let id = reader.number(), let name = reader.text(), let arguments = reader.arguments() else { return nil }
      return .action(id: id, name: name, arguments: arguments)
    case 1:
      guard let event = reader.text(), let flag = reader.rest.popFirst(), flag < 2 else { return nil }
      return .subscription(event: event, isOn: flag == 1)
    default: return nil
    }
  }

  /// Returns the arguments of an action over HTTP; `nil` if they are malformed.
  static func arguments(of bytes: [UInt8]) -> [JSONValue]? {
    guard var reader = BareReader(bytes) else { return nil }
    return reader.arguments()
  }

  private init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes[1] == 0, (1...4).contains(bytes[0]) else { return nil }
    rest = bytes.dropFirst(2)
  }

  private mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return number }
    }
    return nil
  }

  private mutating func data() -> [UInt8]? {
    guard let count = number(), count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  private mutating func text() -> String? { data().flatMap { String(validating: $0, as: UTF8.self) } }

  private mutating func arguments() -> [JSONValue]? {
    data().flatMap { try? CBORReader.value(of: $0) }?.elements
  }
}
