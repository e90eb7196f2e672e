import FoundationEssentials

extension JSONValue {
  /// Returns the value as `type`.
  ///
  /// Whole numbers decode as integers of any width that holds them, ``bytes(_:)`` as `Data`, and `null` and `undefined`
  /// as `nil`.
  ///
  /// - Throws: `DecodingError` when the value has another type.
  /// - Complexity: O(*n*), where *n* is the size of the value.
  public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
    try decoded(type, path: [])
  }

  fileprivate func decoded<T: Decodable>(_ type: T.Type, path: [any CodingKey]) throws -> T {
    if type == Int.self, let value = wholeNumber(Int.self) as? T { return value }
    if type == String.self, let value = text as? T { return value }
    if type == JSONValue.self, let value = self as? T { return value }
    if type == Data.self {
      if case .bytes(let bytes) = self, let value = Data(bytes) as? T { return value }
      throw mismatch(type, path)
    }
    return try T(from: ValueDecoder(value: self, codingPath: path))
  }

  fileprivate func mismatch(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: "expected \(type), found \(kind)"))
  }

  private var kind: String {
    switch self {
    case .null: "null"
    case .undefined: "undefined"
    case .bool: "a truth value"
    case .integer, .double, .bigInt: "the number \(self)"
    case .string: "a string"
    case .bytes: "bytes"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

private struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw value.mismatch([String: JSONValue].self, codingPath) }
    return KeyedDecodingContainer(KeyedValues<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let elements): return UnkeyedValues(elements: elements, codingPath: codingPath)
    case .bytes(let bytes): return UnkeyedValues(elements: bytes.map { .whole($0) }, codingPath: codingPath)
    default: throw value.mismatch([JSONValue].self, codingPath)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(value: value, codingPath: codingPath) }
}

extension ValueDecoder {
  struct SingleValue: SingleValueDecodingContainer {
    let value: JSONValue
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { value.isNothing }
    func decode(_ type: Bool.Type) throws -> Bool {
      guard case .bool(let value) = value else { throw self.value.mismatch(type, codingPath) }
      return value
    }
    func decode(_ type: String.Type) throws -> String {
      guard let text = value.text else { throw value.mismatch(type, codingPath) }
      return text
    }
    func decode(_ type: Double.Type) throws -> Double {
      switch value {
      case .double(let value): return value
      case .integer(let value): return Double(value)
      case .bigInt(let value):
        guard let value = Double(value.decimal) else { fallthrough }
        return value
      default: throw value.mismatch(type, codingPath)
      }
    }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.decoded(type, path: codingPath) }

    private func whole<Number: FixedWidthInteger>() throws -> Number {
      guard let number = value.wholeNumber(Number.self) else { throw value.mismatch(Number.self, codingPath) }
      return number
    }
  }

  struct UnkeyedValues: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
      self.elements = elements
      self.codingPath = codingPath
    }

    private mutating func next() throws -> JSONValue {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          JSONValue.self, DecodingError.Context(codingPath: codingPath, debugDescription: "the array has ended"))
      }
      defer { currentIndex += 1 }
      return elements[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex].isNothing else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decoded(type, path: codingPath) }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      try nested().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try nested().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try nested() }

    private mutating func nested() throws -> ValueDecoder { ValueDecoder(value: try next(), codingPath: codingPath) }
  }

  struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let codingPath: [any CodingKey]
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNothing }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try member(key).decoded(type, path: codingPath + [key])
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try nested(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try nested(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { ValueDecoder(value: members["super"] ?? .null, codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func member(_ key: Key) throws -> JSONValue {
      if let value = members[key.stringValue] { return value }
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "there is no “\(key.stringValue)”"))
    }

    private func nested(_ key: Key) throws -> ValueDecoder {
      ValueDecoder(value: try member(key), codingPath: codingPath + [key])
    }
  }
}
