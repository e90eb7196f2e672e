/// What a line of a card says about a person, as far as a person has a field for it.
enum VCardField: Int, CaseIterable {
  case name, nickname, organisation, title, email, phone, birthday, tags, note, id

  init?(name: String) {
    switch name {
    case "N", "FN": self = .name
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

  /// Lines that every card has anew.
  static let frame: Set<String> = ["BEGIN", "END", "VERSION", "REV"]
}
