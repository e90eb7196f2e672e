import PeoplebookCore
import TUIKit
import Testing

@testable import peoplebook

@MainActor
@Suite struct ScreenPreferencesTests {
  private static var changed: ScreenPreferences {
    var preferences = ScreenPreferences()
    preferences.order = .family
    preferences.theme = .highContrast
    preferences.isMotionEnabled = false
    preferences.columns = ColumnLayout(words: ["tag", "email:30"])
    return preferences
  }

  @Test func `preferences are read as they were written`() {
    #expect(ScreenPreferences().text.isEmpty)
    #expect(ScreenPreferences(text: Self.changed.text) == Self.changed)
    #expect(Self.changed.text == "order family\ntheme high-contrast\nmotion off\ncolumns name tag email:30\n")
  }

  @Test func `an unknown value is the default`() {
    let text = "order size\ntheme mauve\ncolumns name email phone tag shoes\nmotion\n\n\u{0}future x\n"
    #expect(ScreenPreferences(text: text) == ScreenPreferences())
  }

  @Test(arguments: [("terminal", nil), ("light", .light)] as [(String, Theme?)])
  func `a theme of the command line replaces the stored one`(name: String, theme: Theme?) throws {
    var kept = ScreenPreferences()
    kept.theme = .dark
    let options = try ScreenOptions(Arguments(["peoplebook", "--theme", name], options: ScreenOptions.options))
    let settings = ScreenSettings(kept: kept, options: options) { _, _ in }
    #expect(settings.preferences.value.theme == theme)
  }

  @Test func `options of the command line apply and are not stored`() {
    var options = ScreenOptions()
    options.theme = .light
    options.isMotionEnabled = false
    var saved: [ScreenPreferences] = []
    let settings = ScreenSettings(kept: ScreenPreferences(), options: options) { new, _ in saved.append(new) }
    #expect(settings.preferences.value.theme == .light && !settings.preferences.value.isMotionEnabled)
    settings.set(\.order, to: .family)
    #expect(settings.preferences.value.order == .family && settings.preferences.value.theme == .light)
    #expect(saved.map(\.text) == ["order family\n"])
    settings.set(\.theme, to: .dark)
    #expect(settings.preferences.value.theme == .dark && saved.last?.theme == .dark)
  }

  @Test func `only what differs is applied to other preferences`() {
    var other = ScreenPreferences()
    other.grouping = .organisation
    other.dateForm = .iso
    var new = Self.changed
    (new.sceneSet, new.sortLocale) = (.cards, SortLocale.named("sv"))
    var applied = other
    applied.applyChanges(from: ScreenPreferences(), to: new)
    (new.grouping, new.dateForm) = (.organisation, .iso)
    #expect(applied == new)
    applied.applyChanges(from: new, to: new)
    #expect(applied == new)
    applied.applyChanges(from: new, to: ScreenPreferences())
    #expect(applied == ScreenPreferences())
  }

  @Test func `searches and places that other programs stored stay`() {
    func search(_ name: String) -> SavedSearch { SavedSearch(name: name, filter: PeopleFilter(tags: [name])) }
    var old = ScreenPreferences()
    old.savedSearches = [search("a"), search("b")]
    old.places = [ListPlace(book: "1"), ListPlace(book: "2")]
    var stored = old
    stored.savedSearches.append(search("theirs"))
    stored.places = ListPlace(book: "3", person: "theirs").kept(among: stored.places)
    var new = old
    new.savedSearches = [search("b"), search("ours")]
    new.places = ListPlace(book: "2", person: "ours").kept(among: new.places)
    stored.applyChanges(from: old, to: new)
    #expect(stored.savedSearches.map(\.name) == ["b", "theirs", "ours"])
    #expect(stored.places.map(\.book) == ["2", "3", "1"] && stored.places[0].person == "ours")
  }

  @Test func `values of a reloaded settings file are no changes to store`() {
    var saved: [(new: ScreenPreferences, old: ScreenPreferences)] = []
    let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { saved.append(($0, $1)) }
    settings.reload(Self.changed)
    settings.set(\.dateForm, to: .iso)
    #expect(saved.count == 1 && saved[0].new.theme == .highContrast && saved[0].old.theme == .highContrast)
    #expect(saved[0].new.dateForm == .iso && saved[0].old.dateForm != .iso)
    settings.set(\.order, to: .name)
    #expect(saved.count == 2 && saved[1].old == saved[0].new)
  }
}
