import Glibc
import TUIKit
import TUITesting
import TestSupport
import Testing

/// The demonstration on the screen.
@Suite struct DemoStoryTests {
  @Test func `changes at least eight visible rows, says who does what, and ends`() throws {
    let book = TestBook()
    let pilot = try book.open(
      "demo", "--people", "60", "--seed", "4", "--rate", "25", "--no-motion", size: Size(width: 80, height: 24))
    var rows: [[String]] = []
    var captions: Set<String> = []
    try pilot.waitUntil("the end") { screen in
      if screen.lines.count > 3 {
        let visible = Array(screen.lines.dropFirst(3).dropLast(2))
        if rows.last != visible { rows.append(visible) }
        captions.insert(screen.lines[1])
      }
      return screen.contains("Start your own book: a")
    }
    #expect(pilot.screen.lines[0].hasPrefix(" Demo"))
    #expect(rows.count > 8, "\(rows.count) pictures")
    #expect(captions.contains { $0.contains("Ben, on a laptop,") } && captions.contains { $0.contains("A script") })
    #expect(captions.count > 8)
    #expect(captions.filter { $0.contains("…") } == [])
  }

  @Test func `waits while the user is elsewhere`() throws {
    let pilot = try TestBook().open("demo", "--people", "60", "--seed", "4", "--rate", "2", "--no-motion")
    try pilot.waitFor("Ben, on a laptop,")
    try pilot.press("a")
    try pilot.waitFor("Add person")
    try pilot.press(.escape)
    try pilot.waitUntil("the story to go on") { $0.contains("Try ") && $0.contains(" Demo") }
  }

  @Test func `as lines of text it has its people, too`() throws {
    let pilot = try TestBook().open("demo", "--plain", "--people", "5", "--seed", "4")
    try pilot.waitFor("Command:")
    #expect(pilot.screen.contains("5 people."))
    try pilot.send(Array("quit\n".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `as lines of text it deletes its book at a signal`(_ signal: Int32) throws {
    let folder = TemporaryFolder()
    let pilot = try ProgramPilot(
      TestBook.program, ["demo", "--plain", "--people", "5"],
      environment: Built.environment(["HOME": folder.path, "TMPDIR": folder.path]), belongings: folder)
    try pilot.waitFor("Command:")
    #expect(folder.names.contains { $0.hasPrefix("peoplebook-demo-") })
    pilot.signal(signal)
    #expect(try pilot.waitForEnd() == .killed(signal: signal))
    #expect(!folder.names.contains { $0.hasPrefix("peoplebook-demo-") })
  }

  @Test func `as lines of text it ignores a signal that was ignored at its start`() throws {
    let folder = TemporaryFolder()
    let pilot = try ProgramPilot(
      "/bin/sh", ["-c", "trap '' INT; exec '\(TestBook.program)' demo --plain --people 5"],
      environment: Built.environment(["HOME": folder.path, "TMPDIR": folder.path]), belongings: folder)
    try pilot.waitFor("Command:")
    pilot.signal(SIGINT)
    try pilot.send(Array("quit\n".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
  }
}
