/// The key of a field in JSON.
public struct FieldKey: CodingKey, Hashable, Sendable {
  /// An object with fields.
  public typealias Container = KeyedEncodingContainer<FieldKey>

  public let stringValue: String
  public var intValue: Int? { nil }

  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  public init?(intValue: Int) { nil }
}

/// Reads the values of fields from an object.
///
/// Keys that are missing, or null, have no value.
public struct FieldDecoder {
  private let container: KeyedDecodingContainer<FieldKey>
  private let clean: (String) -> String
  /// The keys and texts of values that no field can hold.
  var unreadable: [(key: String, text: String)] = []

  /// - Parameter clean: Transforms each text before it becomes a value.
  init(_ decoder: any Decoder, clean: @escaping (String) -> String = { $0 }) throws {
    container = try decoder.container(keyedBy: FieldKey.self)
    self.clean = clean
  }

  /// The keys of the object.
  var keys: Set<String> { Set(container.allKeys.map(\.stringValue)) }

  func integer(_ key: FieldKey) throws -> Int64? { try container.decodeIfPresent(Int64.self, forKey: key) }

  func text(_ key: FieldKey) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: key).map(clean)
  }

  func texts(_ key: FieldKey) throws -> [String]? { try rawTexts(key)?.map(clean) }

  /// The texts as they are.
  func rawTexts(_ key: FieldKey) throws -> [String]? { try container.decodeIfPresent([String].self, forKey: key) }

  func labeledValues(_ key: FieldKey) throws -> [LabeledValue]? {
    try container.decodeIfPresent([WrittenValue].self, forKey: key)?.map {
      LabeledValue(label: clean($0.value.label), value: clean($0.value.value))
    }
  }
}

/// `{"label": "work", "value": "…"}`, or only the value.
private struct WrittenValue: Decodable {
  let value: LabeledValue

  private enum CodingKeys: CodingKey { case label, value }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      value = LabeledValue(value: text)
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = LabeledValue(
        label: try container.decodeIfPresent(String.self, forKey: .label) ?? "",
        value: try container.decode(String.self, forKey: .value))
    }
  }
}
