import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import TestSupport

/// A machine with a book: a home folder, the programs, and what they have confirmed.
final class Machine {
  let name: String
  let folder: String
  let book: String
  /// The ids of the people with a confirmed insertion.
  private(set) var added: [String] = []
  /// The names of the people with a confirmed import.
  private(set) var imported: [String] = []
  /// The confirmed edits: the ids of the people, and their new phones.
  private(set) var edited: [(id: String, phone: String)] = []
  /// The ids of the people with a confirmed removal.
  private(set) var removed: [String] = []
  private let clock: ClockOffset
  private var count = 0

  init(_ name: String, in parent: String, clock: ClockOffset) throws {
    self.name = name
    self.clock = clock
    folder = "\(parent)/\(name)"
    book = "\(folder)/people.db"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  var environment: [String: String] {
    ["HOME": folder, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"]
      .merging(clock.environment) { $1 }
  }

  private var variables: [String] { environment.map { "\($0)=\($1)" } }

  /// Opens the book on a screen.
  func open(size: Size = Size(width: 100, height: 30)) throws -> ProgramPilot {
    try ProgramPilot(
      Built.program("peoplebook"), ["--book", book], environment: environment, size: size, patience: .seconds(60))
  }

  /// Starts a program on the book that runs until it is ended; its output is appended to a file of the folder.
  func start(_ program: String, _ words: String..., output: String) throws -> ChildProcess {
    try ChildProcess(
      [Built.program(program), "--book", book] + words, environment: variables, output: "\(folder)/\(output)")
  }

  struct Outcome {
    var status: Int32
    var output: String
  }

  /// Runs a verb of the command.
  ///
  /// - Parameter limit: The seconds after which it is killed.
  func run(_ words: String..., limit: Double = 120) throws -> Outcome {
    try run(words, limit: limit)
  }

  func run(_ words: [String], limit: Double = 120) throws -> Outcome {
    count += 1
    let output = "\(folder)/output-\(count)"
    defer { unlink(output) }
    let words = ["/usr/bin/timeout", "-s", "KILL", "\(limit)", Built.program("peoplebook"), "--book", book] + words
    let status = try ChildProcess(words, environment: variables, output: output).wait()
    return Outcome(status: status, output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
  }

  func add(_ name: String, limit: Double = 120) throws -> Outcome {
    let outcome = try run("add", name, "--email", "\(name.count)@example.org", "--tag", "soak", limit: limit)
    if outcome.status == 0 { added.append(outcome.output.filter { !$0.isNewline }) }
    return outcome
  }

  func edit(_ id: String, phone: String) throws -> Outcome {
    let outcome = try run("edit", id, "--phone", phone)
    if outcome.status == 0 { edited.append((id, phone)) }
    return outcome
  }

  func remove(_ ids: [String]) throws -> Outcome {
    let outcome = try run(["remove"] + ids)
    if outcome.status == 0 { removed += ids }
    return outcome
  }

  /// Imports a table of people with these names.
  func importPeople(_ names: [String], limit: Double = 120) throws -> Outcome {
    let file = "\(folder)/import.csv"
    let text = "name,email\n" + names.map { "\($0),\($0.count)@example.org\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: file))
    let outcome = try run("import", "--yes", file, limit: limit)
    if outcome.status == 0 { imported += names }
    return outcome
  }

  /// Each change in the book's log, as a line of JSON.
  func log() throws -> [Substring] {
    let outcome = try run("log", "--format", "json", "--limit", "100000000")
    guard outcome.status == 0 else { throw SoakFailure("The log of \(name) cannot be read: \(outcome.output)") }
    return outcome.output.split(separator: "\n")
  }

  func text(of file: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
  }
}
