/// A line of a plain card, by its head; see ``PlainCards``.
struct PlainCardLine {
  /// The part of a person that the value of the line is.
  enum Role {
    case fullName
    case name
    case id
    /// A text under a key; the value of a structured property has one part.
    case text(TextKey, isStructured: Bool)
    case note
    case birthday
    /// A birthday with the placeholder for an unknown year.
    case birthdayWithoutYear
    case tags
    case email, phone, address
    case revision
  }

  let role: Role
  /// The rank of the line in a card.
  let rank: Int
  /// The bit of a field that has one line at most; 0 for any other field.
  let bit: UInt64
  /// The label of a value with a label.
  let label: String

  /// `nil` for a head that the writer gives to no line, and where ``VCardReader`` reads the line.
  init?(_ head: VCardHead) {
    if head.isBare, head.name == "REV" {
      self.init(role: .revision, rank: VCardFrame.revisionRank, number: 63)
      return
    }
    guard let field = head.field else { return nil }
    if head.bytes.elementsEqual(VCardDate.headWithoutYear(named: head.name).utf8),
      let value = field.value, value.property.name == head.name, case .birthday = Self.role(of: value)
    {
      self.init(role: .birthdayWithoutYear, rank: VCardFrame.rank(of: field), number: field.number)
      return
    }
    guard head.isPlain else { return nil }
    guard let value = field.value else {
      guard head.isBare else { return nil }
      let role: Role = field == .fullName ? .fullName : field == .name ? .name : .id
      self.init(role: role, rank: VCardFrame.rank(of: field), number: field.number)
      return
    }
    // An alias is not written.
    guard head.name == value.property.name, let role = Self.role(of: value),
      head.isBare || value.labeled != nil
    else { return nil }
    self.init(
      role: role, rank: VCardFrame.rank(of: field), number: value.labeled == nil ? field.number : nil,
      label: value.labeled == nil ? "" : VCardLabel.label(for: head.types))
  }

  private init?(role: Role, rank: Int, number: Int?, label: String = "") {
    guard number ?? 0 < 64 else { return nil }
    self.role = role
    self.rank = rank
    bit = number.map { 1 << UInt64($0) } ?? 0
    self.label = label
  }

  private static func role(of value: VCardField.Value) -> Role? {
    switch value.kind {
    case let kind as TextKind: .text(kind.key, isStructured: value.property.isStructured)
    case let kind as ParagraphsKind: kind.path == \Person.note ? .note : nil
    case let kind as DateKind: kind.path == \Person.writtenBirthday ? .birthday : nil
    case let kind as TagsKind: kind.path == \Person.tags ? .tags : nil
    case let kind as LabeledKind:
      switch kind.path {
      case \Person.emails: .email
      case \Person.phones: .phone
      case \Person.addresses: .address
      default: nil
      }
    default: nil
    }
  }
}
