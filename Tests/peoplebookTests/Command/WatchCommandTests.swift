import Glibc
import TestSupport
import Testing

@testable import peoplebook

@Suite(.timeLimit(.minutes(5))) struct WatchCommandTests {
  @Test func `a command gets each change, one after the other`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"])
    // Each writes its line at its end only: two at once would mix.
    let command = "line=$(cat); echo begin >> '\(fixture.folder)/out'; echo \"$line\" >> '\(fixture.folder)/out'"
    let watch = try RunningProgram(
      ["watch", "-n", "2", "--on-change", command, "--book", fixture.book], folder: fixture.folder)
    watch.waitForMessage("Watching")
    #expect(try fixture.run("add", "Bob").status == 0)
    #expect(try fixture.run("remove", "Ada").status == 0)
    let outcome = watch.finish()
    #expect(outcome.status == 0 && outcome.lines.count == 2)
    let lines = try #require(fixture.read("out")).split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0] == "begin" && lines[2] == "begin")
    #expect(lines[1].contains("\"change\":\"added\"") && lines[1].contains("\"name\":\"Bob\""))
    #expect(lines[3].contains("\"change\":\"removed\"") && lines[3].hasSuffix("}"))
  }

  @Test func `a line has the words of the screen`() throws {
    let fixture = try ProgramFixture(adding: ["Alan Turing", "--phone", "+44 1632 960012"])
    let watch = try RunningProgram(["watch", "-n", "1", "--book", fixture.book], folder: fixture.folder)
    watch.waitForMessage("Watching")
    #expect(try fixture.run("edit", "Alan Turing", "--phone", "+44 77 1", "--author", "cron").status == 0)
    let lines = watch.finish().lines
    #expect(lines.count == 1)
    #expect(lines[0].contains("Z  cron changed Alan Turing’s phone: +44 1632 960012 → +44 77 1  ("), "\(lines)")
  }

  @Test func `a command that fails is reported, and the next one runs`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"])
    let watch = try RunningProgram(
      ["watch", "-n", "2", "--on-change", "exit 7", "--book", fixture.book], folder: fixture.folder)
    watch.waitForMessage("Watching")
    // More than a pipe holds, for a command that does not read it.
    let note = String(repeating: "x", count: 100_000)
    #expect(try fixture.run("edit", "Ada", "--note", note).status == 0)
    #expect(try fixture.run("remove", "Ada").status == 0)
    let outcome = watch.finish()
    #expect(outcome.status == 0)
    #expect(outcome.messages.split(separator: "\n").filter { $0.contains("failed with status 7") }.count == 2)
  }

  @Test func `a command receives signals`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"])
    let watch = try RunningProgram(
      ["watch", "-n", "1", "--on-change", "kill -TERM $$; exit 0", "--book", fixture.book], folder: fixture.folder)
    watch.waitForMessage("Watching")
    #expect(try fixture.run("remove", "Ada").status == 0)
    let outcome = watch.finish()
    #expect(outcome.messages.contains("failed with status \(128 + SIGTERM)."), "\(outcome)")
  }

  @Test(arguments: [("/dev/full", 1), ("closed", 0)])
  func `a command runs when the output fails`(output: String, status: Int) throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    // The pipe “closed” has lost its only reader before the first change.
    let outcome = try book.shell(
      """
      mkfifo closed messages
      peoplebook watch --on-change 'cat >hook' >\(output) 2>messages &
      : <\(output)
      { read -r line; peoplebook add Bob >added; cat >&2; } <messages
      wait $!; echo $?; cat hook
      """)
    #expect(outcome.output.hasPrefix("\(status)\n{") && outcome.output.contains("\"name\":\"Bob\""), "\(outcome)")
    // A reader that has closed the pipe is not an error.
    let message = "peoplebook: Cannot write to standard output: "
    #expect(status == 0 ? outcome.errors.isEmpty : outcome.errors.hasPrefix(message), "\(outcome)")
  }

  @Test func `changes are skipped while many wait for a slow command`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let fixture = ProgramFixture()
      let (gate, output) = ("\(fixture.folder)/gate", "\(fixture.folder)/out")
      try #require(mkfifo(gate, 0o600) == 0)
      let hook = ChangeHook("read word; read line < '\(gate)'; echo $word >> '\(output)'", limit: 4)
      hook.run(input: "1\n")
      // The first command has begun when it reads from the gate.
      let descriptor = Glibc.open(gate, O_WRONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      for number in 2...5 { hook.run(input: "\(number)\n") }
      // A line for each command, also for those that must not run.
      #expect(write(descriptor, "\n\n\n\n\n", 5) == 5)
      await hook.finish()
      close(descriptor)
      #expect(fixture.read("out") == "1\n2\n3\n")
    }
    let messages = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(messages.contains("2 changes were skipped."), "\(messages)")
  }

  @Test func `wrong usage and a missing book have their status`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"])
    #expect(try fixture.run("watch", "--on-change", " ").status == 2)
    #expect(try fixture.run("watch", "--limit", "0").status == 2)
    #expect(try fixture.run(["watch", "--book", fixture.folder + "/none.db"]).status == 5)
    #expect(try fixture.run("watch", "--help").output.contains("--on-change COMMAND"))
  }
}
