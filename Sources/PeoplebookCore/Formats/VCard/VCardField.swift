/// A field of a person that lines of a card hold. The cases are in the order in which a card of ours has them.
enum VCardField: Int, CaseIterable {
  case fullName, name, nickname, organisation, title, email, phone, birthday, tags, note, id

  /// The field that lines with a name hold; `nil` where a person has no field for them.
  init?(name: String) {
    switch name {
    case "FN": self = .fullName
    case "N": self = .name
    case "NICKNAME": self = .nickname
    case "ORG": self = .organisation
    case "TITLE": self = .title
    case "EMAIL": self = .email
    case "TEL": self = .phone
    case "BDAY": self = .birthday
    case "CATEGORIES": self = .tags
    case "NOTE": self = .note
    case "UID": self = .id
    default: return nil
    }
  }
}
