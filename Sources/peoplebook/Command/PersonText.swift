import PeoplebookCore
import TUIKit

/// A person as lines of text.
enum PersonText {
  /// - Parameter hasLinks: Whether addresses and numbers can be clicked in a terminal (OSC 8).
  static func card(_ person: Person, hasLinks: Bool = false) -> String {
    var rows: [(label: String, text: String, link: String?)] = [("Name", person.displayName, nil)]
    func add(_ label: String, _ text: String, link: String? = nil) {
      if !text.isEmpty { rows.append((label, text, hasLinks ? link : nil)) }
    }
    if person.nickname != person.name { add("Nickname", person.nickname) }
    if person.organisation != person.name { add("Organisation", person.organisation) }
    add("Title", person.title)
    for email in person.emails { add(label("E-mail", email), email.value, link: Self.mail(email.value)) }
    for phone in person.phones { add(label("Phone", phone), phone.value, link: Self.telephone(phone.value)) }
    add("Birthday", person.birthday?.displayText ?? "")
    for address in person.addresses { add(label("Address", address), address.value) }
    for link in person.links { add(label("Link", link), link.value, link: Self.webAddress(link.value)) }
    add("Tags", person.tags.joined(separator: ", "))
    add("Note", person.note)
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

  /// Only an address that needs no escaping is a link: no other data gets into a terminal's sequences.
  private static func mail(_ address: String) -> String? {
    let isPlain = address.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "@._+-~".utf8.contains(byte)
    }
    return isPlain && address.contains("@") ? "mailto:\(address)" : nil
  }

  private static func webAddress(_ address: String) -> String? {
    let isPlain = address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    return isPlain && (address.hasPrefix("https://") || address.hasPrefix("http://")) ? address : nil
  }

  private static func telephone(_ number: String) -> String? {
    let digits = number.utf8.filter { (0x30...0x39).contains($0) }
    guard digits.count > 2, number.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+ -()./".utf8.contains($0) }) else {
      return nil
    }
    return "tel:" + (number.hasPrefix("+") ? "+" : "") + String(decoding: digits, as: UTF8.self)
  }

  private static func label(_ kind: String, _ value: LabeledValue) -> String {
    value.label.isEmpty ? kind : "\(kind) (\(value.label))"
  }
}
