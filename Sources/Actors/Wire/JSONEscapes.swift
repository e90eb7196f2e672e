import FoundationEssentials

extension JSONValue {
  /// Creates the value that a two-element array with a leading `$` means; `nil` if it has no meaning.
  init?(escape name: String, _ content: JSONValue) {
    switch (name, content) {
    case ("$BigInt", .string(let digits)):
      guard let value = BigInt(digits) else { return nil }
      self = .bigInt(value)
    case ("$BigInt", .bigInt), ("$BigInt", .integer):
      self = content
    case ("$Uint8Array", .string(let text)), ("$ArrayBuffer", .string(let text)):
      guard let bytes = Data(base64Encoded: text) else { return nil }
      self = .bytes([UInt8](bytes))
    case ("$Undefined", _):
      self = .undefined
    case ("$Set", .array):
      self = content
    default:
      guard name.utf8.starts(with: "$$".utf8) else { return nil }
      self = .array([.string(String(name.dropFirst())), content])
    }
  }
}
