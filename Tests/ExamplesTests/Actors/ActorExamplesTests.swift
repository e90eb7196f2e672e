import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import TestSupport
import Testing

/// The examples that share actors, each in two terminals.
@Suite struct `The examples with actors` {
  private let folder = TemporaryFolder()

  private func start(_ arguments: String...) throws -> ProgramPilot { try start(arguments) }

  private func start(_ arguments: [String]) throws -> ProgramPilot {
    // No proxy is asked for a server on the same machine.
    try ProgramPilot(
      Built.program("Examples"), arguments,
      environment: ["XDG_RUNTIME_DIR": folder.path, "http_proxy": "http://127.0.0.1:1"],
      size: Size(width: 60, height: 12))
  }

  @Test func `share one number between two terminals`() throws {
    let first = try start("counter")
    try first.waitFor("connected")
    let second = try start("counter")
    try second.waitFor("connected")
    try first.type("\n")
    try second.waitFor("1")
    try second.type("\n\n")
    try first.waitFor("3")
    // The second terminal takes the host over, with the number.
    try first.press("q")
    #expect(try first.waitForEnd() == .exited(0))
    // What is sent over a connection that is about to end may be lost with it.
    try second.waitUntil("the takeover", within: second.patience) { pilot in
      let number = pilot.screen.lines.lazy.compactMap { Int($0.filter { !$0.isWhitespace }) }.first
      if number == 3 { try? pilot.type("\n") }
      return (number ?? 0) > 3
    }
    try second.press("q")
    #expect(try second.waitForEnd() == .exited(0))
  }

  @Test func `chat in rooms, and disconnect on request`() throws {
    let ada = try start("chat", "--name", "Ada")
    try ada.waitFor("Ada")
    try ada.type("Hello\n")
    try ada.waitFor("Ada: Hello")
    let grace = try start("chat", "--name", "Grace")
    try grace.waitFor("Ada: Hello")
    try ada.waitFor("Ada, Grace")
    try grace.type("Hi")
    try ada.waitFor("Grace is typing")
    try grace.type("\n")
    try ada.waitFor("Grace: Hi")
    try ada.waitUntil("no one is typing") { $0.row(of: "typing") == nil }
    // The newest message is visible, and the checkbox disconnects.
    for number in 1...9 {
      try grace.type("line \(number)\n")
      try ada.waitFor("line \(number)")
    }
    try ada.press(.tab, .shift)
    try ada.press(.tab, .shift)
    try ada.type(" ")
    try ada.waitFor("idle")
    try grace.waitUntil("Ada is gone") { $0.row(of: "Ada, Grace") == nil }
    try ada.type(" ")
    try ada.waitFor("Ada, Grace")
    try ada.waitFor("line 9")
    for pilot in [ada, grace] {
      try pilot.press("q", .control)
      #expect(try pilot.waitForEnd() == .exited(0))
    }
  }

  @Test func `do what was typed before the end`() throws {
    let host = try start("counter")
    try host.waitFor("connected")
    let hurried = try start("counter")
    try hurried.waitFor("connected")
    try hurried.send([UInt8]("\r\r\rq".utf8))
    #expect(try hurried.waitForEnd() == .exited(0))
    try host.waitFor("3")
    let writer = try start("chat", "--name", "Ada")
    try writer.waitFor("Ada")
    try writer.send([UInt8]("hello\r\u{11}".utf8))
    #expect(try writer.waitForEnd() == .exited(0))
    let reader = try start("chat", "--name", "Grace")
    try reader.waitFor("Ada: hello")
    try host.press("q")
    #expect(try host.waitForEnd() == .exited(0))
  }

  @Test func `keep an unsent message in its room`() throws {
    let socket = "\(folder.path)/later.sock"
    let address = "http+unix://\(socket.replacing("/", with: "%2F"))"
    let chat = try start("chat", "--name", "Ada", "--endpoint", address)
    try chat.waitFor("Cannot connect")
    try chat.type("secret\n")
    // To the kitchen, and offline, so that the message fails.
    try chat.send([UInt8]("\u{1B}[Z\u{1B}[Z\u{1B}[Z\u{1B}[C\t ".utf8))
    try chat.waitUntil("the failure") { $0.row(of: "There is no connection") != nil || $0.row(of: "closed") != nil }
    #expect(chat.screen.row(of: "secret") == nil)
    try chat.send([UInt8]("\u{1B}[Z\u{1B}[D".utf8))
    try chat.waitFor("secret")
    try chat.press("q", .control)
    #expect(try chat.waitForEnd() == .exited(0))
  }

  @Test func `show where other users are in a list`() throws {
    let ada = try start("cursors", "--name", "Ada")
    try ada.waitFor("connected")
    let grace = try start("cursors", "--name", "Grace")
    try grace.waitUntil("Ada is at the first row") { ($0.row(of: "Ada") ?? -1) == $0.row(of: "Mercury") }
    try grace.type("jj")
    try ada.waitUntil("Grace is at the third row") { ($0.row(of: "Grace") ?? -1) == $0.row(of: "Earth") }
    // The host ends with the first terminal, so that the second one is not notified.
    try ada.press("q")
    #expect(try ada.waitForEnd() == .exited(0))
    try grace.waitUntil("Ada is gone") { $0.row(of: "Ada") == nil }
    try grace.waitFor("connected")
    try grace.press("q")
    #expect(try grace.waitForEnd() == .exited(0))
  }

  @Test func `show each other two terminals of one user`() throws {
    let first = try start("cursors", "--name", "Ada")
    try first.waitFor("connected")
    let second = try start("cursors", "--name", "Ada")
    try second.waitUntil("the first one is at the first row") { ($0.row(of: "Ada") ?? -1) == $0.row(of: "Mercury") }
    try second.type("jj")
    try first.waitUntil("the second one is at the third row") { ($0.row(of: "Ada") ?? -1) == $0.row(of: "Earth") }
    for pilot in [first, second] {
      try pilot.press("q")
      #expect(try pilot.waitForEnd() == .exited(0))
    }
    let writer = try start("chat", "--name", "Ada")
    try writer.waitFor("Ada")
    let reader = try start("chat", "--name", "Ada")
    try reader.waitFor("Ada")
    try writer.type("Hi")
    try reader.waitFor("Ada is typing")
    #expect(writer.screen.row(of: "is typing") == nil)
    for pilot in [writer, reader] {
      try pilot.press("q", .control)
      #expect(try pilot.waitForEnd() == .exited(0))
    }
  }

  @Test func `send a message to the room in which it was written`() throws {
    let ada = try start("chat", "--name", "Ada")
    try ada.waitFor("Ada")
    try ada.send([UInt8]("hello\r\u{1B}[Z\u{1B}[Z\u{1B}[Z\u{1B}[C".utf8))
    try ada.waitUntil("the kitchen is empty") { $0.row(of: "hello") == nil && $0.row(of: "Ada") != nil }
    try ada.press(.left)
    try ada.waitFor("Ada: hello")
    try ada.press("q", .control)
    #expect(try ada.waitForEnd() == .exited(0))
  }

  @Test func `say that a count cannot rise, and count on`() throws {
    let first = try start("counter")
    try first.waitFor("connected")
    let most = "{\"args\":[[\"$BigInt\",\"9223372036854775807\"]]}"
    let script = "curl -s --unix-socket '\(folder.path)/actor-examples.sock'"
    let command = """
      id=$(\(script) 'http://localhost/actors?name=counter' | grep -o '"actor_id":"[^"]*"' | cut -d'"' -f4)
      \(script) -X POST -d '\(most)' "http://localhost/gateway/$id/action/increment"
      """
    #expect(system("(\(command)) > /dev/null") == 0)
    try first.waitFor("9223372036854775807")
    try first.type("\n")
    try first.waitFor("The count would be too large.")
    try first.press("q")
    #expect(try first.waitForEnd() == .exited(0))
  }

  @Test func `follow a burst in an empty room`() throws {
    let ada = try start("chat", "--name", "Ada")
    try ada.waitFor("Ada")
    let grace = try start("chat", "--name", "Grace")
    try grace.waitFor("Ada, Grace")
    for letter in "abcdefghijklmnopqrst" { try ada.type("\(letter)\n") }
    try ada.waitFor("Ada: t")
    try grace.waitFor("Ada: t")
    for pilot in [ada, grace] {
      try pilot.press("q", .control)
      #expect(try pilot.waitForEnd() == .exited(0))
    }
  }

  @Test func `keep the messages that cannot be sent`() throws {
    let ada = try start("chat", "--name", "Ada", "--endpoint", "http://127.0.0.1:1")
    try ada.waitFor("Cannot connect to 127.0.0.1:1.")
    try ada.type("w1\nw2\nw3\n\u{1B}[Z\u{1B}[Z ")
    try ada.waitFor("w1 w2 w3")
    try ada.press("q", .control)
    #expect(try ada.waitForEnd() == .exited(0))
  }

  @Test func `count a message as JavaScript does`() throws {
    let chat = try start("chat", "--name", "Ada")
    try chat.waitFor("Ada")
    try chat.type(String(repeating: "🙂", count: 251) + "\n")
    try chat.waitFor("A message has 1 to 500 characters.")
    try chat.press("q", .control)
    #expect(try chat.waitForEnd() == .exited(0))
  }

  @Test func `say why they cannot host the actors`() throws {
    try Data("no database".utf8).write(to: URL(filePath: "\(folder.path)/actor-examples.db"))
    let damaged = try start("counter")
    try damaged.waitFor("file is not a database")
    try damaged.press("q")
    #expect(try damaged.waitForEnd() == .exited(0))
    let long = try ProgramPilot(
      Built.program("Examples"), ["cursors"],
      environment: ["XDG_RUNTIME_DIR": folder.path + "/" + String(repeating: "x", count: 100)],
      size: Size(width: 60, height: 12))
    try long.waitFor("The path of the socket is too long")
    #expect(try long.waitForEnd() == .exited(2))
  }

  @Test(arguments: [
    (["counter", "--endpoint"], "Add the address of a server after --endpoint."),
    (["counter", "--endpiont", "http://h"], "“--endpiont” is not an option"),
    (["chat", "--name"], "Add the name that others see after --name."),
    (["chat", "Ada"], "“Ada” is not an option"),
    (["actors-host", "1", "a", "b"], "Leave out “b”"),
    (["actors-host", "--port"], "“--port” is not a port or the path of a socket."),
    (["host"], "actors-host [PORT"),
  ])
  func `refuse what they do not understand`(arguments: [String], message: String) throws {
    let pilot = try start(arguments)
    try pilot.waitFor(message)
    #expect(try pilot.waitForEnd() == .exited(2))
  }

  @Test func `use a host at a relative path`() throws {
    let host = try start("actors-host", "relative-\(getpid()).sock")
    try host.waitFor("--endpoint")
    let address = try #require(host.screen.lines.joined().firstMatch(of: /http\+unix:\S+?\.sock/)).output
    let counter = try start("counter", "--endpoint", String(address))
    try counter.waitFor("connected")
    try counter.press("q")
    #expect(try counter.waitForEnd() == .exited(0))
    try host.press("c", .control)
    #expect(try host.waitForEnd() == .killed(signal: SIGINT))
    unlink("relative-\(getpid()).sock")
  }

  @Test func `use the server at a named address`() throws {
    let host = try start("actors-host", "0")
    try host.waitFor("The actors are at")
    let address = try #require(host.screen.lines.joined().firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
    let counter = try start("counter", "--endpoint", String(address))
    try counter.waitFor("connected")
    try counter.type("\n")
    try counter.waitFor("1")
    try counter.press("q")
    #expect(try counter.waitForEnd() == .exited(0))
    try host.press("c", .control)
    #expect(try host.waitForEnd() == .killed(signal: SIGINT))
  }

  @Test func `say that a named server cannot be reached, and do not host it`() throws {
    for example in ["counter", "chat", "cursors"] {
      let pilot = try start(example, "--endpoint", "http://127.0.0.1:1")
      try pilot.waitFor("Cannot connect to 127.0.0.1:1.")
      try pilot.press("c", .control)
      #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    }
    let path = "\(folder.path)/named.sock"
    let host = try start("actors-host", path)
    try host.waitFor("The actors are at")
    let named = try start("counter", "--endpoint", "http+unix://\(path.replacing("/", with: "%2F"))")
    try named.waitFor("connected")
    try host.press("c", .control)
    #expect(try host.waitForEnd() == .killed(signal: SIGINT))
    try named.waitFor("Cannot connect to")
    try named.press("q")
    #expect(try named.waitForEnd() == .exited(0))
  }

  private let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  @Test func `have the same actions on a Rivet server, in the versions of the guide`() throws {
    func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }
    let actors = try text("Sources/Examples/Actors/ExampleActors.swift")
      .split(separator: "ActorDefinition(").dropFirst()
    #expect(actors.count == 3)
    for actor in actors {
      let name = try #require(actor.firstMatch(of: /"(\w+)"/)).1
      let actions = actor.matches(of: /\.action\("(\w+)"\)/).map(\.1).sorted()
      let script = try text("Resources/actors/\(name).ts").split(separator: "actions: {")[1]
      #expect(script.matches(of: /\n    (\w+): \(c/).map(\.1).sorted() == actions)
    }
    #expect(try text("Resources/actors/package.json").contains("\"rivetkit\": \">=2.0.42 <2.4.0\""))
    let guide = try text("Sources/Actors/Actors.docc/RunningAgainstARivetServer.md")
    #expect(guide.contains("rivetkit 2.0.42 to 2.3:"))
  }

  @Test func `stay under 150 lines`() throws {
    for names in [["SharedCounter"], ["Chat", "ChatViewModel"], ["Cursors"], ["ActorsHost"]] {
      let lines = try names.map { name in
        try String(contentsOfFile: "\(root)/Sources/Examples/Actors/\(name).swift", encoding: .utf8)
          .count { $0 == "\n" }
      }
      #expect(lines.reduce(0, +) < 150, "\(names)")
    }
  }
}
