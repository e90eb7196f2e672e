/// A person is encoded with the keys of the fields. What is missing when it is decoded is empty: a book keeps people
/// that an older version has encoded.
extension Person: Codable {
  private static let row = FieldKey(stringValue: "row")
  private static let id = FieldKey(stringValue: "id")
  private static let cardFrame = FieldKey(stringValue: "cardFrame")

  public init(from decoder: any Decoder) throws {
    var decoder = try FieldDecoder(decoder)
    row = try decoder.integer(Self.row) ?? 0
    id = try decoder.text(Self.id) ?? ""
    cardFrame = try decoder.text(Self.cardFrame) ?? ""
    for field in FieldCatalogue.current.fields { try field.kind.readJSON(&decoder, field.key, into: &self) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldKey.self)
    try container.encode(row, forKey: Self.row)
    try container.encode(id, forKey: Self.id)
    try container.encode(cardFrame, forKey: Self.cardFrame)
    for field in FieldCatalogue.current.fields { try field.kind.encode(self, into: &container, field.key) }
  }
}
