import PeoplebookCore
import TUIKit

/// A person as lines of text for people.
enum PersonText {
  static func card(_ person: Person) -> String {
    var rows: [(String, String)] = [("Name", person.name)]
    func add(_ label: String, _ text: String) {
      if !text.isEmpty { rows.append((label, text)) }
    }
    if person.nickname != person.name { add("Nickname", person.nickname) }
    if person.organisation != person.name { add("Organisation", person.organisation) }
    add("Title", person.title)
    for email in person.emails { add(label("E-mail", email), email.value) }
    for phone in person.phones { add(label("Phone", phone), phone.value) }
    add("Birthday", person.birthday?.displayText ?? "")
    add("Tags", person.tags.joined(separator: ", "))
    add("Note", person.note)
    add("Id", person.id)
    if !person.otherProperties.isEmpty {
      add("Kept", "\(person.otherProperties.count) more lines of the card; --format vcard shows them")
    }
    let width = rows.map { PlainText.line($0.0).displayWidth }.max() ?? 0
    let indent = String(repeating: " ", count: width + 3)
    return rows.map { label, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.line(String($0)) }
      return PlainText.line(label).padded(toWidth: width + 3) + lines.joined(separator: "\n" + indent) + "\n"
    }.joined()
  }

  private static func label(_ kind: String, _ value: LabeledValue) -> String {
    value.label.isEmpty ? kind : "\(kind) (\(value.label))"
  }
}
