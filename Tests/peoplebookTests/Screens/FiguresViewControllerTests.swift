import TUIKit
import TUITesting
import Testing

/// The figures on the screen.
@Suite struct FiguresViewControllerTests {
  @Test func `the figures are shown, and follow the book`() throws {
    let book = TestBook()
    try book.run("add", "--first", "Ada", "--tag", "math")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("of 1")
    try pilot.press("F")
    try pilot.waitUntil("the figures") {
      $0.contains("1 change in 60 days, today 1") && $0.contains("People with each tag") && $0.contains("math █")
    }
    try book.run("add", "--first", "Bea", "--tag", "family")
    try pilot.waitUntil("the new figures") { $0.contains("today 2") && $0.contains("family █") }
    let lines = pilot.screen.lines
    for heading in ["People added each month", "People with each tag"] {
      let index = try #require(lines.firstIndex { $0.hasPrefix("  \(heading)") })
      let before = lines[..<index].last ?? "none"
      #expect(before.allSatisfy { $0 == " " || $0 == "┃" }, "\(before)")
    }
    try pilot.press(.escape)
    try pilot.waitFor("of 2")
  }

  @Test func `an empty book has figures, also in a small window`() throws {
    let book = TestBook()
    let pilot = try book.open("--no-motion", size: Size(width: 60, height: 18))
    try pilot.waitFor("Your people book is empty")
    try pilot.press("F")
    try pilot.waitUntil("no figures") { $0.contains("0 changes") && $0.contains("0 people") }
    for _ in 0..<9 { try pilot.press(.down) }
    try pilot.waitFor("no tags yet")
  }
}
