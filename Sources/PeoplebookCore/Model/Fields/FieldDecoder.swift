/// The key of a field in JSON.
public struct FieldKey: CodingKey, Hashable, Sendable {
  /// An object with fields.
  public typealias Container = KeyedEncodingContainer<FieldKey>

  public let stringValue: String
  public var intValue: Int? { nil }

  /// Creates a key with its name.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// Returns `nil`: a field has no number.
  public init?(intValue: Int) { nil }
}

/// Reads the values of fields from an object.
///
/// Keys that are missing, or null, have no value.
public struct FieldDecoder {
  private let container: KeyedDecodingContainer<FieldKey>
  /// Whether the object is from a file, so that texts get the form in which fields keep them.
  let isImported: Bool
  /// The keys and texts of values that no field can hold, each with the words for it: `is not a date like 1815-12-10`.
  var unreadable: [(key: String, text: String, complaint: String)] = []
  /// The keys of blank values that are left out.
  var blank: [String] = []

  /// - Parameter isImported: Whether the object is from a file; else each text is decoded as it was encoded.
  init(_ decoder: any Decoder, isImported: Bool = false) throws {
    container = try decoder.container(keyedBy: FieldKey.self)
    self.isImported = isImported
  }

  private func clean(_ text: String) -> String { isImported ? text.cleaned : text }

  private func trim(_ text: String) -> String { isImported ? text.cleaned.trimmed : text }

  /// The keys of the object.
  var keys: [String] { container.allKeys.map(\.stringValue) }

  func integer(_ key: FieldKey) throws -> Int64? { try container.decodeIfPresent(Int64.self, forKey: key) }

  func text(_ key: FieldKey) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: key).map(clean)
  }

  func texts(_ key: FieldKey) throws -> [String]? { try rawTexts(key)?.map(trim) }

  /// The texts as they are.
  func rawTexts(_ key: FieldKey) throws -> [String]? { try container.decodeIfPresent([String].self, forKey: key) }

  func labeledValues(_ key: FieldKey) throws -> [LabeledValue]? {
    try container.decodeIfPresent([WrittenValue].self, forKey: key)?.map {
      LabeledValue(label: trim($0.value.label), value: trim($0.value.value))
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
