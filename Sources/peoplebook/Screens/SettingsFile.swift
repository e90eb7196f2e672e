import PeoplebookCore
import TUIKit

/// The settings in the user's `config.json`, each under its key.
struct SettingsFile {
  /// A setting: its key, its values, and how preferences have it.
  struct Setting: Sendable {
    let key: String
    /// The possible values in words, for the message about a wrong one.
    let values: String
    /// The values that a key of the settings screen goes through; empty where there are too many.
    var steps: [FlatJSON.Value] = []
    /// The value in some preferences; `nil` when the preferences do not determine it.
    let value: @Sendable (ScreenPreferences) -> FlatJSON.Value?
    /// Sets the value in preferences; `false` for a wrong value.
    let set: @Sendable (FlatJSON.Value, inout ScreenPreferences) -> Bool

    /// The value in some preferences as JSON; a sentence when the preferences do not determine it.
    func text(in preferences: ScreenPreferences) -> String {
      // Only the order of names depends on another preference.
      value(preferences)?.json ?? "the list has another order"
    }
  }

  /// The theme that follows the terminal.
  static let terminalTheme = "terminal"

  /// The sort locale that leaves each book as it is.
  static let bookLocale = "book"

  /// The orders of the list by name; another order does not determine `nameOrder`.
  private static let nameOrders: [PeopleOrder: String] = [.name: "first", .family: "last"]

  /// All settings.
  static let all: [Setting] = [
    choice("theme", [terminalTheme] + Theme.names) {
      $0.theme?.name ?? terminalTheme
    } set: {
      $1.theme = $0 == terminalTheme ? nil : Theme.named($0)
    },
    Setting(key: "motion", values: "true or false", steps: [.flag(true), .flag(false)]) {
      .flag($0.isMotionEnabled)
    } set: {
      guard case .flag(let isEnabled) = $0 else { return false }
      $1.isMotionEnabled = isEnabled
      return true
    },
    choice("nameOrder", ["first", "last"]) {
      nameOrders[$0.order]
    } set: { value, preferences in
      // Another order of the list stays.
      if nameOrders[preferences.order] != nil { preferences.order = value == "last" ? .family : .name }
    },
    Setting(
      key: "sortLocale", values: "\(bookLocale), standard, or a language such as sv, de@collation=phonebook or es"
    ) {
      .text($0.sortLocale?.name ?? bookLocale)
    } set: {
      guard case .text(let name) = $0, name == bookLocale || SortLocale.named(name) != nil else { return false }
      $1.sortLocale = SortLocale.named(name)
      return true
    },
    choice("dateForm", DateForm.allCases.map(\.rawValue)) {
      $0.dateForm.rawValue
    } set: {
      $1.dateForm = DateForm(rawValue: $0) ?? $1.dateForm
    },
    choice("card", SceneSet.allCases.map(\.rawValue)) {
      $0.sceneSet.rawValue
    } set: {
      $1.sceneSet = SceneSet(rawValue: $0) ?? $1.sceneSet
    },
    Setting(
      key: "columns",
      values: "a list of columns such as [\"email\", \"phone:20\"], at most \(ColumnLayout.widths.upperBound) wide"
    ) {
      .texts($0.columns.words)
    } set: {
      // A column that is not known, or a width that no column may have, is missing in the layout.
      guard case .texts(let words) = $0, case let layout = ColumnLayout(words: words), layout.words == words
      else { return false }
      $1.columns = layout
      return true
    },
  ]

  private static func choice(
    _ key: String, _ names: [String], value: @escaping @Sendable (ScreenPreferences) -> String?,
    set: @escaping @Sendable (String, inout ScreenPreferences) -> Void
  ) -> Setting {
    Setting(key: key, values: names.listed(last: "or"), steps: names.map(FlatJSON.Value.text)) {
      value($0).map(FlatJSON.Value.text)
    } set: {
      guard case .text(let name) = $0, names.contains(name) else { return false }
      set(name, &$1)
      return true
    }
  }

  /// What is wrong, a sentence for each line; wrong values are ignored.
  private(set) var problems: [String] = []
  private let json: FlatJSON

  /// Reads the UTF-8 of the file.
  init(_ text: some Sequence<UInt8>) {
    json = FlatJSON(text)
    for member in json.members {
      guard let setting = Self.all.first(where: { $0.key == member.key }) else {
        problems.append("line \(member.line): there is no setting \(member.key.excerpt)")
        continue
      }
      var preferences = ScreenPreferences()
      if !setting.set(member.value, &preferences) {
        problems.append("line \(member.line): \(setting.key) must be \(setting.values)")
      }
    }
    if let line = json.brokenLine {
      let fault = json.isOtherValue ? "the settings must be in braces, as in { \"motion\": false }" : "this is not JSON"
      problems.append("line \(line): \(fault)")
    }
  }

  /// Gives preferences the values of the file.
  func apply(to preferences: inout ScreenPreferences) {
    for member in json.members {
      _ = Self.all.first { $0.key == member.key }?.set(member.value, &preferences)
    }
  }

  /// The file is not JSON, and so is not written over.
  struct Unreadable: Error, CustomStringConvertible {
    let line: Int
    var description: String { "config.json, line \(line): this is not JSON, so the setting was not stored in it" }
  }

  /// The text of the file with the values in which `new` differs from `old`; `nil` when nothing differs.
  static func text(
    _ text: some Sequence<UInt8>, from old: ScreenPreferences, to new: ScreenPreferences
  ) throws(Unreadable) -> String? {
    var written: String?
    for setting in all {
      guard let value = setting.value(new), value != setting.value(old) else { continue }
      let json = written.map { FlatJSON($0.utf8) } ?? FlatJSON(text)
      guard let next = json.text(setting: setting.key, to: value) else {
        throw Unreadable(line: json.brokenLine ?? 1)
      }
      written = next
    }
    return written
  }
}
