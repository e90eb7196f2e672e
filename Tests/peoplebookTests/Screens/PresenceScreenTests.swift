import FoundationEssentials
import Glibc
import PeoplebookCore
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// What a screen says about the other programs that have its book open, and about the exchange of a shared book.
@Suite struct PresenceScreenTests {
  private let book = TestBook()

  private func open() throws -> ProgramPilot {
    try book.open("--no-motion", environment: ["XDG_RUNTIME_DIR": book.folder])
  }

  private func openTwo() throws -> (ProgramPilot, ProgramPilot) {
    try book.add("Ada Lovelace", "Grace Hopper")
    let (first, second) = (try open(), try open())
    for pilot in [first, second] { try pilot.waitFor("2 here") }
    return (first, second)
  }

  @Test func `a single program says nothing`() throws {
    try book.add("Ada Lovelace")
    let pilot = try open()
    try pilot.waitFor("● live")
    #expect(!pilot.screen.contains("here"))
  }

  @Test func `programs that are closed or killed are no longer here`() throws {
    let (first, second) = try openTwo()
    try second.press("q")
    try second.waitForEnd()
    try first.waitUntil("one program") { !$0.contains("here") }
    let third = try open()
    try first.waitFor("2 here")
    kill(third.process, SIGKILL)
    try third.waitForEnd()
    try first.waitUntil("one program again") { !$0.contains("here") }
  }

  @Test func `the screens as lines of text count as a program`() throws {
    let (first, second) = try openTwo()
    let plain = try book.open("--plain", environment: ["XDG_RUNTIME_DIR": book.folder])
    try plain.waitFor("2 other programs have this book open.")
    for pilot in [first, second] { try pilot.waitFor("3 here") }
    try plain.type("quit\n")
    try plain.waitForEnd()
    try first.waitFor("2 here")
  }

  @Test func `the row and the form name who edits a person elsewhere`() throws {
    let (first, second) = try openTwo()
    try second.press("e")
    try second.waitFor("Edit person")
    try first.waitFor("Ada Lovelace  ✎ you")
    try second.press(.tab)
    try first.press("e")
    try first.waitFor("you are editing Last name in another program")
    try second.waitFor("in another program")
    try second.press(.escape)
    try first.waitUntil("the end of the edit") { !$0.contains("✎") }
  }

  @Test(arguments: [60, 80, 140]) func `a long name does not hide the person`(width: Int) throws {
    try book.add("Ada \(String(repeating: "Lovelace", count: 12))")
    let folder = try #require(PresenceFolder(book: book.path, in: book.folder))
    let pilot = try book.open(
      "--no-motion", size: Size(width: width, height: 24), environment: ["XDG_RUNTIME_DIR": book.folder])
    try pilot.waitFor("● live")
    var other = Participant(author: "\u{1B}[31m\(String(repeating: "x", count: 200))")
    other.person = String(try book.run("list", "--format", "json").output.split(separator: "\"")[3])
    let file = try folder.write([other])
    try pilot.waitFor("✎")
    try pilot.waitFor("Ada Love")
    withExtendedLifetime(file) {}
  }

  @MainActor @Test func `each state of the exchange has a mark and words`() {
    let marks: [(status: SharingStatus?, mark: String)] = [
      (nil, "● live"), (.live, "● live"), (.syncing(0), "◐ syncing"), (.syncing(1), "◐ syncing 1"),
      (.refused("signature"), "▲ refused"), (.unreadable("key"), "▲ unreadable"), (.stopped("disk"), "▲ not in step"),
      (.retrying("disk"), "▲ not in step"), (.notRunning, "○ not running"),
    ]
    for (status, mark) in marks {
      #expect(PeopleViewController.mark(status).runs.map(\.text).joined() == mark)
    }
  }

  @Test func `the title has the state of the exchange`() throws {
    try book.add("Ada Lovelace")
    try Data().write(to: URL(filePath: book.path + ".keys"))
    let lock = try #require(SharingLock(book: book.path))
    lock.write(.syncing(1_204))
    // The size of another terminal, which a shell has exported, does not count.
    let pilot = try book.open("--no-motion", environment: ["TZ": "UTC", "LINES": "65535", "COLUMNS": "65535"])
    try pilot.waitFor("◐ syncing 1,204")
    let midnight = time(nil) / 86_400 * 86_400
    for (status, text) in [
      (SharingStatus.offline(since: midnight + 50_520, reason: "no route"), "○ offline since 14:02"),
      (.offline(since: 50_520, reason: "no route"), "○ offline since 1 January 1970 14:02"),
      (.refused("signature"), "A change from another machine was refused: signature"),
      (.stopped("disk full"), "Not in step with the other machines: disk full"),
      (.stopped("disk full"), "▲ not in step"), (.live, "● live"),
    ] {
      lock.write(status)
      try pilot.waitFor(text)
    }
    withExtendedLifetime(lock) {}
  }
}
