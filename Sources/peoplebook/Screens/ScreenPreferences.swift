import PeoplebookCore
import TUIKit

/// The user's preferences for the screen, stored between starts as lines of a name and a value.
struct ScreenPreferences: Hashable, Sendable {
  /// The order of the list.
  var order = PeopleOrder.name
  /// The chosen theme; `nil` follows the terminal's background.
  var theme: Theme?
  /// Whether animations run.
  var moves = true
  /// The hidden columns.
  var hiddenColumns: Set<PersonColumn> = []
  /// The set of scenes that draws the card, the welcome and the message about changes.
  var sceneSet = SceneSet.plain

  init() {}

  /// Reads the output of ``text``; ignores unknown lines and values.
  init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, let value = words.dropFirst().first else { continue }
      switch name {
      case "order": order = PeopleOrder(rawValue: value) ?? order
      case "theme": theme = Theme.named(value)
      case "motion": moves = value != "off"
      case "hidden": hiddenColumns = Set(words.dropFirst().compactMap(PersonColumn.init(key:))).subtracting([.name])
      case "scenes": sceneSet = SceneSet(rawValue: value) ?? sceneSet
      default: break
      }
    }
  }

  /// The preferences that differ from the defaults, one a line.
  var text: String {
    let defaults = ScreenPreferences()
    var lines: [String] = []
    if order != defaults.order { lines.append("order \(order.rawValue)") }
    if let theme { lines.append("theme \(theme.name)") }
    if !moves { lines.append("motion off") }
    let hidden = PersonColumn.all.filter(hiddenColumns.contains)
    if !hidden.isEmpty { lines.append("hidden \(hidden.map(\.key).joined(separator: " "))") }
    if sceneSet != defaults.sceneSet { lines.append("scenes \(sceneSet.rawValue)") }
    return lines.map { $0 + "\n" }.joined()
  }
}
