import FoundationEssentials
import PeoplebookCore
import TUIKit

/// The user's preferences for the screen, stored between starts as lines of a name and a value.
struct ScreenPreferences: Hashable, Sendable {
  /// The order of the list.
  var order = PeopleOrder.name
  /// What the list is divided by.
  var grouping = PeopleGrouping.initial
  /// The filters that the user keeps under a name.
  var savedSearches: [SavedSearch] = []
  /// What the list showed of each book when it was closed, the last one first.
  var places: [ListPlace] = []
  /// The chosen theme; `nil` follows the terminal's background.
  var theme: Theme?
  /// Whether animations run.
  var isMotionEnabled = true
  /// The columns beside the name.
  var columns = ColumnLayout.standard
  /// The form of dates.
  var dateForm = DateForm.dayFirst
  /// The order of letters in all books; `nil` leaves each book as it is.
  var sortLocale: SortLocale?
  /// The set of scenes that draws the card, the welcome and the message about changes.
  var sceneSet = SceneSet.plain

  init() {}

  /// Reads the output of ``text``; ignores unknown lines and values.
  init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, let value = words.dropFirst().first else { continue }
      switch name {
      case "sections": grouping = PeopleGrouping(rawValue: value) ?? grouping
      case "search": savedSearches += Self.decoded(line.dropFirst(name.count + 1))
      case "place": places += Self.decoded(line.dropFirst(name.count + 1))
      case "order": order = PeopleOrder(rawValue: value) ?? order
      case "theme": theme = Theme.named(value)
      case "motion": isMotionEnabled = value != "off"
      case "columns": columns = ColumnLayout(words: words.dropFirst())
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
    if grouping != defaults.grouping { lines.append("sections \(grouping.rawValue)") }
    lines += savedSearches.compactMap { Self.encoded($0).map { "search \($0)" } }
    lines += places.compactMap { Self.encoded($0).map { "place \($0)" } }
    if let theme { lines.append("theme \(theme.name)") }
    if !isMotionEnabled { lines.append("motion off") }
    if columns != defaults.columns { lines.append((["columns", "name"] + columns.words).joined(separator: " ")) }
    if sceneSet != defaults.sceneSet { lines.append("scenes \(sceneSet.rawValue)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Changes everything that differs between two other preferences, and nothing else.
  mutating func applyChanges(from old: ScreenPreferences, to new: ScreenPreferences) {
    func apply(_ keyPath: WritableKeyPath<ScreenPreferences, some Equatable>) {
      if old[keyPath: keyPath] != new[keyPath: keyPath] { self[keyPath: keyPath] = new[keyPath: keyPath] }
    }
    apply(\.order)
    apply(\.grouping)
    apply(\.theme)
    apply(\.isMotionEnabled)
    apply(\.columns)
    apply(\.dateForm)
    apply(\.sortLocale)
    apply(\.sceneSet)
    // Of the lists, other processes may have stored other elements.
    savedSearches.removeAll { old.savedSearches.contains($0) && !new.savedSearches.contains($0) }
    for search in new.savedSearches where !old.savedSearches.contains(search) {
      savedSearches.save(search.filter, as: search.name)
    }
    if let place = new.places.first, new.places != old.places { places = place.kept(among: places) }
  }

  private static func decoded<Value: Decodable>(_ json: Substring) -> [Value] {
    (try? JSONDecoder().decode(Value.self, from: Data(json.utf8))).map { [$0] } ?? []
  }

  private static func encoded(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What the list shows of a book.
struct ListPlace: Hashable, Sendable, Codable {
  /// The path of the book.
  var book: String
  /// What the list is narrowed to.
  var filter = PeopleFilter()
  /// The id of the selected person; `nil` at the top.
  var person: String?

  /// The places with this one first, without those of books that were closed longest ago.
  func kept(among places: [ListPlace]) -> [ListPlace] {
    Array(([self] + places.filter { $0.book != book }).prefix(Self.most))
  }

  private static let most = 20
}
