import FoundationEssentials

extension JSONValue {
  /// Creates the value of anything that can be encoded.
  ///
  /// `Data` becomes ``bytes(_:)``; an integer keeps its 64 bits. A `JSONValue` is taken as it is.
  ///
  /// - Throws: The error of the value's own encoding.
  /// - Complexity: O(*n*), where *n* is the size of the value.
  public init(encoding value: some Encodable) throws {
    self = try Self.encoded(value, path: [])
  }

  fileprivate static func encoded(_ value: some Encodable, path: [any CodingKey]) throws -> JSONValue {
    switch value {
    case let value as JSONValue: return value
    case let value as String: return .string(value)
    case let value as Int: return .integer(Int64(value))
    case let value as Bool: return .bool(value)
    case let value as Data: return .bytes([UInt8](value))
    default:
      let node = EncodingNode()
      try value.encode(to: ValueEncoder(node: node, codingPath: path))
      return node.value
    }
  }

  /// Creates the value of an integer that may need more than 63 bits.
  static func whole(_ value: some BinaryInteger) -> JSONValue {
    Int64(exactly: value).map { .integer($0) } ?? .bigInt(BigInt(value))
  }
}

/// A value while it is being encoded.
private final class EncodingNode {
  private enum Content {
    case none
    case single(JSONValue)
    case array([EncodingNode])
    case object([String: EncodingNode])
  }

  private var content = Content.none

  init() {}

  init(_ value: JSONValue) { content = .single(value) }

  /// What was encoded; an empty object if nothing was, as for a type without properties.
  var value: JSONValue {
    switch content {
    case .none: [:]
    case .single(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }

  var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  func set(_ value: JSONValue) { content = .single(value) }

  func beginArray() { if case .array = content {} else { content = .array([]) } }

  func beginObject() { if case .object = content {} else { content = .object([:]) } }

  func append(_ node: EncodingNode) {
    guard case .array(var elements) = content else { return }
    content = .none
    elements.append(node)
    content = .array(elements)
  }

  func insert(_ node: EncodingNode, _ name: String) {
    guard case .object(var members) = content else { return }
    content = .none
    members[name] = node
    content = .object(members)
  }
}

private struct ValueEncoder: Encoder {
  let node: EncodingNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(KeyedValues<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return UnkeyedValues(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(node: node, codingPath: codingPath) }
}

extension ValueEncoder {
  struct SingleValue: SingleValueEncodingContainer {
    let node: EncodingNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.set(.null) }
    func encode(_ value: Bool) { node.set(.bool(value)) }
    func encode(_ value: String) { node.set(.string(value)) }
    func encode(_ value: Double) { node.set(.number(value)) }
    func encode(_ value: Float) { node.set(.number(Double(value))) }
    func encode(_ value: Int) { node.set(.whole(value)) }
    func encode(_ value: Int8) { node.set(.whole(value)) }
    func encode(_ value: Int16) { node.set(.whole(value)) }
    func encode(_ value: Int32) { node.set(.whole(value)) }
    func encode(_ value: Int64) { node.set(.whole(value)) }
    func encode(_ value: UInt) { node.set(.whole(value)) }
    func encode(_ value: UInt8) { node.set(.whole(value)) }
    func encode(_ value: UInt16) { node.set(.whole(value)) }
    func encode(_ value: UInt32) { node.set(.whole(value)) }
    func encode(_ value: UInt64) { node.set(.whole(value)) }
    func encode(_ value: some Encodable) throws { node.set(try JSONValue.encoded(value, path: codingPath)) }
  }

  struct UnkeyedValues: UnkeyedEncodingContainer {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() { node.append(EncodingNode(.null)) }
    func encode(_ value: some Encodable) throws {
      node.append(EncodingNode(try JSONValue.encoded(value, path: codingPath)))
    }
    func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
      nested.container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested.unkeyedContainer() }
    func superEncoder() -> any Encoder { nested }

    private var nested: ValueEncoder {
      let inner = EncodingNode()
      node.append(inner)
      return ValueEncoder(node: inner, codingPath: codingPath)
    }
  }

  struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.insert(EncodingNode(.null), key.stringValue) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
      node.insert(EncodingNode(try JSONValue.encoded(value, path: codingPath + [key])), key.stringValue)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      nested(key.stringValue).container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { nested("super") }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ name: String) -> ValueEncoder {
      let inner = EncodingNode()
      node.insert(inner, name)
      return ValueEncoder(node: inner, codingPath: codingPath)
    }
  }
}
