import FoundationEssentials
import Glibc
import PeoplebookCore
import TUITesting
import TestSupport
import Testing

/// Screens of a shared book, each on a machine of its own: the programs, in pseudo-terminals.
@Suite(.timeLimit(.minutes(5))) struct SharedScreenTests {
  private let relay = TemporaryFolder()
  private let books = [TestBook(), TestBook(), TestBook()]

  private func share(_ book: TestBook) throws -> String {
    let shared = try book.run("share", relay.path, "--name", "home0")
    try #require(shared.status == 0, "\(shared.errors)")
    return try #require(shared.output.split(separator: "\n").first.map(String.init))
  }

  private func open(_ book: TestBook) throws -> ProgramPilot {
    try book.open("--no-motion", environment: ["XDG_RUNTIME_DIR": book.folder])
  }

  /// The process that keeps a book in step.
  private func process(of book: TestBook) throws -> pid_t {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
    return try #require(
      processes.first { process in
        // Not a child that has ended.
        let words = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))).map(Array.init) ?? []
        return words == Array("peoplebook-sync\0--book\0\(book.path)\0".utf8)
      })
  }

  @Test func `an edit in each of three terminals shows in the others`() throws {
    try books[0].add("Ada Lovelace")
    let link = try share(books[0])
    for (number, book) in books.enumerated().dropFirst() {
      let joined = try book.run("join", link, "--name", "home\(number)")
      try #require(joined.status == 0, "\(joined.errors)")
    }
    let pilots = try books.map { try open($0) }
    for pilot in pilots {
      try pilot.waitFor("● live")
      try pilot.waitFor("Lovelace")
    }
    for (number, pilot) in pilots.enumerated() {
      try pilot.press("a")
      try pilot.waitFor("Add person")
      try pilot.type("Person\(number)\tOf\(number)")
      try pilot.press("s", .control)
      for other in pilots { try other.waitFor("Person\(number) Of\(number)") }
    }
    for book in books {
      let checked = try book.run("doctor")
      #expect(checked.status == 0, "\(checked.output)")
    }
  }

  @Test func `a process that is killed is started again`() throws {
    try books[0].add("Ada Lovelace")
    let link = try share(books[0])
    try #require(try books[1].run("join", link).status == 0)
    let pilot = try open(books[0])
    try pilot.waitFor("● live")
    let killed = try process(of: books[0])
    kill(killed, SIGKILL)
    // The other machine has no screen: its verbs start what sends their changes.
    try books[1].add("Grace Hopper")
    try pilot.waitFor("Grace Hopper")
    try pilot.waitFor("● live")
    // The system has forgotten the process.
    #expect(kill(killed, 0) != 0)
  }

  @Test func `watch says that the process has ended`() throws {
    try books[0].add("Ada Lovelace")
    _ = try share(books[0])
    let watch = try RunningProgram(["watch", "-n", "1", "--book", books[0].path], folder: books[0].folder)
    watch.waitForMessage("Watching")
    kill(try process(of: books[0]), SIGKILL)
    watch.waitForMessage("was ended. It is started again.")
    watch.waitForMessage("In step with the other machines again.")
    #expect(try books[0].run("add", "Grace Hopper").status == 0)
    #expect(watch.finish().status == 0)
  }

  @Test func `the reason of the last process is not that of the next one`() throws {
    try books[0].add("Ada Lovelace")
    try Data().write(to: URL(filePath: books[0].path + ".keys"))
    try #require(SharingLock(book: books[0].path)).write(.stopped("The relay is full."))
    let watch = try RunningProgram(["watch", "--book", books[0].path], folder: books[0].folder)
    watch.waitForMessage("Not in step")
    watch.signal(SIGTERM)
    #expect(!watch.finish().messages.contains("The relay is full"))
  }

  @Test func `a book that is shared while it is open is kept in step`() throws {
    try books[0].add("Ada Lovelace")
    let pilot = try open(books[0])
    try pilot.waitFor("Lovelace")
    try #require(try books[1].run("join", try share(books[0])).status == 0)
    try books[1].add("Grace Hopper")
    try pilot.waitFor("Grace Hopper")
  }

  @Test func `the screen says when the exchange cannot be started`() throws {
    try books[0].add("Ada Lovelace")
    try Data().write(to: URL(filePath: books[0].path + ".keys"))
    let pilot = try open(books[0])
    try pilot.waitFor("▲ not in step")
  }
}
