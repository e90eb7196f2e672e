import TUIKit
import TUITesting
import Testing

@testable import PeoplebookCore

/// The birthdays on the screen.
@Suite struct BirthdaysViewControllerTests {
  @Test func `the next birthday is first, and Enter shows the person`() throws {
    let book = TestBook()
    let today = try #require(PartialDate.today)
    let (near, far) = (try #require(today.day(after: 3)), try #require(today.day(after: 100)))
    for (name, day) in [("Ada", "\((near.year ?? 0) - 30)\(near.iso.suffix(6))"), ("Bea", far.iso)] {
      try book.run("add", "--first", name, "--birthday", day)
    }
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("of 2")
    try pilot.press("B")
    try pilot.waitUntil("Ada alone") {
      $0.contains("In the next 7 days") && $0.contains("Ada  turns 30") && $0.contains("1 of 1") && !$0.contains("Bea")
        && $0.contains("enter card")
    }
    try book.run("add", "--first", "Cleo", "--birthday", "--\(today.iso.suffix(5))")
    try pilot.waitUntil("Cleo") { $0.contains("Today") && $0.contains("of 2") }
    try pilot.press(.home)
    try pilot.press(.enter)
    try pilot.waitUntil("the card") { $0.contains("Birthday  ") && $0.contains("Cleo") }
    try pilot.press(.escape)
    try pilot.waitFor("In the next 7 days")
  }

  @Test func `Ctrl-N goes on after the person of the form, not of the list`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams")
    let today = try #require(PartialDate.today)
    try book.run("edit", "Barbara Liskov", "--birthday", "--\(today.iso.suffix(5))")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.press("B")
    try pilot.waitFor("Today")
    try pilot.press(.enter)
    try pilot.waitFor("barbara@example.org")
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.press("n", .control)
    try pilot.waitUntil("the form of Cleo") { $0.contains("Edit person") && $0.contains("cleo@example.org") }
    try pilot.press("n", .control)
    try pilot.waitFor("That was the last person")
  }
}
