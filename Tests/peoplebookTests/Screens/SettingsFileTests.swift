import FoundationEssentials
import TUIKit
import Testing

@testable import peoplebook

@Suite struct SettingsFileTests {
  private static let text = """
    {
      "theme": "dark",
      "motion": false,
      "nameOrder": "last",
      "dateForm": "iso",
      "sortLocale": "de@collation=phonebook",
      "card": "compact",
      "columns": ["email:30", "phone"]
    }
    """

  @Test func `every setting is applied`() {
    var preferences = ScreenPreferences()
    let file = SettingsFile(Self.text.utf8)
    file.apply(to: &preferences)
    #expect(file.problems.isEmpty)
    #expect(preferences.theme == .dark && !preferences.isMotionEnabled && preferences.order == .family)
    #expect(preferences.dateForm == .iso && preferences.sceneSet == .compact)
    #expect(preferences.sortLocale?.title == "German, as in phone books")
    #expect(preferences.columns.words == ["email:30", "phone"])
  }

  @Test func `wrong values are named with their lines, and ignored`() {
    var preferences = ScreenPreferences()
    let file = SettingsFile(
      "{\n\"theme\": \"mauve\",\n\"motion\": \"off\", \"shoes\": 1,\n\"columns\": [\"hat\"],\n\"dateForm\": \"iso\"\n,}"
        .utf8
    )
    file.apply(to: &preferences)
    #expect(preferences.dateForm == .iso)
    preferences.dateForm = .dayFirst
    #expect(preferences == ScreenPreferences())
    #expect(file.problems.map { $0.prefix { $0 != ":" } } == ["line 2", "line 3", "line 3", "line 4", "line 6"])
    #expect(file.problems[1] == "line 3: motion must be true or false")
    #expect(file.problems[4] == "line 6: this is not JSON")
  }

  @Test func `settings that are not an object are reported`() {
    #expect(
      SettingsFile("\n[]".utf8).problems == ["line 2: the settings must be in braces, as in { \"motion\": false }"])
    #expect(SettingsFile(" ".utf8).problems.isEmpty)
  }

  @Test func `an order by something else than the name stays`() {
    var preferences = ScreenPreferences()
    preferences.order = .changed
    SettingsFile(Self.text.utf8).apply(to: &preferences)
    #expect(preferences.order == .changed)
  }

  @Test func `only changed settings are written, and a broken file stays`() throws {
    let old = ScreenPreferences()
    var new = old
    new.places = [ListPlace(book: "x")]
    #expect(try SettingsFile.text("".utf8, from: old, to: new) == nil)
    new.theme = .light
    #expect(try SettingsFile.text("{\"x\": 1}".utf8, from: old, to: new) == "{\"x\": 1,\n  \"theme\": \"light\"\n}\n")
    #expect(throws: SettingsFile.Unreadable.self) { try SettingsFile.text("{\"x\": }".utf8, from: old, to: new) }
  }

  @Test func `a setting is stored although the state of the screen cannot be read`() throws {
    let book = TestBook()
    let state = "\(book.folder)/.local/state/peoplebook"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data([0xFF]).write(to: URL(filePath: "\(state)/screen"))
    let outcome = try book.run(["--plain"], input: "set dateForm iso\n")
    #expect(outcome.output.contains("make \(state)/screen a text file that you can read, or delete it"))
    let settings = try String(contentsOfFile: "\(book.folder)/.config/peoplebook/config.json", encoding: .utf8)
    #expect(settings.contains("iso"))
    #expect(try Data(contentsOf: URL(filePath: "\(state)/screen")) == Data([0xFF]))
  }

  @Test func `an order by something else does not determine that of names`() {
    var preferences = ScreenPreferences()
    let setting = SettingsFile.all.first { $0.key == "nameOrder" }
    #expect(setting?.text(in: preferences) == "\"first\"")
    preferences.order = .changed
    #expect(setting?.text(in: preferences) == "the list has another order")
  }

  @Test func `only an order by name is written`() throws {
    var (old, new) = (ScreenPreferences(), ScreenPreferences())
    let text = "{\"nameOrder\": \"last\"}"
    (old.order, new.order) = (.family, .changed)
    #expect(try SettingsFile.text(text.utf8, from: old, to: new) == nil)
    (old.order, new.order) = (.changed, .name)
    #expect(try SettingsFile.text(text.utf8, from: old, to: new) == "{\"nameOrder\": \"first\"}")
  }
}
