import FoundationEssentials
import Glibc
import PeoplebookCore
import TestSupport
import Testing

/// A temporary folder for one test, with the built program to run in it.
final class ProgramFixture {
  struct Outcome {
    var status: Int32
    var output: String
    var messages: String
    var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
  }

  private let place = TestBook("book.db")
  var folder: String { place.folder }
  var book: String { place.path }

  init() {}

  /// - Parameter people: The arguments of `add` for each person of the book.
  init(adding people: [String]...) throws {
    for words in people {
      let outcome = try run(["--book", book, "add"] + words)
      try #require(outcome.status == 0, "\(outcome.messages)")
    }
  }

  /// The people in a text of JSON lines.
  static func people(_ text: String) -> [Person] {
    var reader = JSONReader(MemoryByteSource(text))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return people
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Runs the program on the book of this folder.
  func run(_ words: String..., input: String = "") throws -> Outcome {
    try run(["--book", book] + words, input: input)
  }

  /// Runs the program with these arguments only.
  func run(_ words: [String], input: String = "", environment: [String] = []) throws -> Outcome {
    let running = try RunningProgram(words, folder: folder, environment: environment)
    running.write(input)
    return running.finish()
  }

  func write(_ text: String, to name: String) throws {
    let file = try #require(fopen("\(folder)/\(name)", "w"))
    fputs(text, file)
    fclose(file)
  }

  func read(_ name: String) -> String? {
    guard let file = fopen("\(folder)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    return RunningProgram.text(from: fileno(file))
  }
}

/// A running program, with pipes to its three streams.
final class RunningProgram {
  private let process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var printed = ""
  private var messages = ""

  init(_ words: [String], folder: String, environment: [String] = []) throws {
    let pipes = try (0..<3).map { _ in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      // Other tests start programs at the same time, which must not inherit these descriptors.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)
    let program = TestBook.program
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    let variables = Built.environment([
      "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin",
    ]).map { "\($0.key)=\($0.value)" }
    var values: [UnsafeMutablePointer<CChar>?] = (environment + variables).map { strdup($0) } + [nil]
    defer { (arguments + values).forEach { free($0) } }
    // Signals end the program, whatever these tests have inherited.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    try #require(posix_spawn(&process, program, &actions, &attributes, &arguments, &values) == 0)
    self.process = process
    close(pipes[0][0])
    close(pipes[1][1])
    close(pipes[2][1])
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
  }

  /// Writes a part of the program's input, by default the last one.
  func write(_ text: String, isLast: Bool = true) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(input, rest.baseAddress, rest.count)
        if count <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    guard isLast else { return }
    close(input)
    input = -1
  }

  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Reads messages until one contains the text or the stream ends.
  func waitForMessage(_ text: String) { Self.read(errors, into: &messages, until: text) }

  /// Reads the output until it contains the text or ends.
  func waitForOutput(_ text: String) { Self.read(output, into: &printed, until: text) }

  private static func read(_ descriptor: Int32, into received: inout String, until text: String) {
    var byte: UInt8 = 0
    while !received.contains(text), Glibc.read(descriptor, &byte, 1) == 1 {
      received.unicodeScalars.append(Unicode.Scalar(byte))
    }
  }

  /// Reads the remaining output and waits for the end.
  func finish() -> ProgramFixture.Outcome {
    if input >= 0 { close(input) }
    let text = printed + Self.text(from: output)
    messages += Self.text(from: errors)
    close(output)
    close(errors)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    return ProgramFixture.Outcome(status: code, output: text, messages: messages)
  }

  /// Closes the output's reading end at once, and waits for the end.
  func finishWithoutReading() -> Int32 {
    close(output)
    if input >= 0 { close(input) }
    messages += Self.text(from: errors)
    close(errors)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return messages.isEmpty ? status : -1
  }

  static func text(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
