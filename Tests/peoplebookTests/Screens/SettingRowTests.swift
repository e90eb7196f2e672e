import PeoplebookCore
import Testing

@testable import peoplebook

@Suite struct SettingRowTests {
  private func value(_ id: SettingRow.ID, _ change: (inout ScreenPreferences) -> Void = { _ in }) -> String? {
    var preferences = ScreenPreferences()
    change(&preferences)
    return SettingRow.rows(preferences).first { $0.id == id }?.value
  }

  @Test func `each setting has a title and its value in words`() {
    let rows = SettingRow.rows(ScreenPreferences())
    #expect(rows.map(\.title) == ["Theme", "Motion", "Names", "Dates", "Letters", "Card", "Columns"])
    #expect(
      rows.map(\.value) == [
        "same as the terminal", "on", "by first name", "10 December 1815", "in the order of the book", "plain",
        "E-mail, Phone, Tags …",
      ])
  }

  @Test func `a changed setting has another value`() {
    #expect(value(.motion) { $0.isMotionEnabled = false } == "off")
    #expect(value(.nameOrder) { $0.order = .family } == "by last name")
    #expect(value(.nameOrder) { $0.order = .birthday }?.hasSuffix(" (s in the list changes it)") == true)
    #expect(value(.dateForm) { $0.dateForm = .iso } == "1815-12-10")
    #expect(value(.columns) { $0.columns.toggle(.email) } == "Phone, Tags …")
  }
}
