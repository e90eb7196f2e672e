import PeoplebookCore
import TUIKit

/// A person as lines of text.
enum PersonText {
  /// - Parameters:
  ///   - relatives: The people that this one names by id, and those that name this one.
  ///   - hasLinks: Whether addresses and numbers can be clicked in a terminal (OSC 8).
  static func card(_ person: Person, relatives: [Person] = [], hasLinks: Bool = false) -> String {
    var rows: [(label: String, text: String, link: String?)] = [("Name", person.displayName, nil)]
    func add(_ label: String, _ text: String, link: String? = nil) {
      if !text.isEmpty { rows.append((label, text, hasLinks ? link : nil)) }
    }
    for place in [PersonField.CardPlace.position, .lines, .chips, .text] {
      for field in FieldCatalogue.current.fields where field.cardPlace == place {
        let values = field.values(besideNameOf: person)
        if field.kind.isJoined {
          add(field.label, values.map(\.value).joined(separator: ", "))
        } else {
          for value in values {
            let text = field == .related ? person.relatedName(value.value, among: relatives) : value.value
            add(label(field.label, value), text, link: field.kind.link(to: value.value))
          }
        }
        if field == .related {
          for (relation, other) in person.relations(notedBy: relatives) {
            add(label(field.label, LabeledValue(label: relation, value: "")), other.displayName)
          }
        }
      }
      if place == .lines {
        for shown in ShownProperty.all {
          for value in shown.values(of: person) {
            add(label(shown.label, value), value.value)
          }
        }
      }
    }
    if person.isFavourite { add("Favourite", "yes") }
    add("Id", person.id)
    let lines = person.hiddenLineCount
    if lines > 0 { add("Card", "\(lines.counted("more line", "more lines")); --format vcard shows them") }
    let width = rows.map { PlainText.line($0.label).displayWidth }.max() ?? 0
    let indent = String(repeating: " ", count: width + 3)
    return rows.map { label, text, link in
      if let link {
        return PlainText.line(label).padded(toWidth: width + 3) + linked(PlainText.line(text), link) + "\n"
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.line(String($0)) }
      return PlainText.line(label).padded(toWidth: width + 3) + lines.joined(separator: "\n" + indent) + "\n"
    }.joined()
  }

  private static func linked(_ text: String, _ link: String) -> String {
    "\u{1B}]8;;\(link)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  private static func label(_ kind: String, _ value: LabeledValue) -> String {
    value.label.isEmpty ? kind : "\(kind) (\(value.label))"
  }
}
