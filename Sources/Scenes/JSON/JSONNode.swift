/// A value of a JSON text, with its position.
struct JSONNode: Sendable {
  indirect enum Content: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  let content: Content
  /// The byte at which the value begins.
  let offset: Int

  /// The kind of the value, with its article.
  var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A name and a value of a JSON object.
struct JSONMember: Sendable {
  let key: String
  let keyOffset: Int
  let value: JSONNode
}
