import Glibc
import PeoplebookCore
import Persistence
import Reactive
import TestSupport
import Testing

/// A home with a book, in which the built program runs.
struct Home {
  let name: String
  private let folder = TemporaryFolder()
  /// The words before those of a program, which let it see another file system.
  private let runner: [String]
  var path: String { folder.path }
  var book: String { path + "/people.db" }

  init(_ name: String, runner: [String] = []) {
    self.name = name
    self.runner = runner
  }

  /// The variables of the environment that point into the home.
  var environment: [String: String] { ["HOME": path, "XDG_RUNTIME_DIR": path] }

  /// The standard output and the messages of a run, and its exit status.
  func run(_ words: String) throws -> (output: String, status: Int32) {
    let variables = environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let program = "env \(variables) \(runner.joined(separator: " ")) '\(Built.program("peoplebook-sync"))'"
    let command = "\(program) --book '\(book)' --name \(name) \(words) 2>&1"
    let pipe = try #require(popen(command, "r"))
    var output = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      output += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return (output, pclose(pipe) >> 8)
  }

  /// Keeps the book in step until the process is ended.
  func start() throws -> pid_t {
    let words =
      ["env"] + environment.map { "\($0)=\($1)" } + runner
      + [Built.program("peoplebook-sync"), "--book", book, "--stay"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    #expect(posix_spawn(&process, "/usr/bin/env", nil, nil, &arguments, environ) == 0)
    return process
  }

  /// The link in the output of `share`.
  func share(_ relay: String) throws -> Substring {
    let shared = try run("share '\(relay)'")
    #expect(shared.status == 0)
    return try #require(shared.output.split(separator: "\n").first { $0.hasPrefix("peoplebook:join/") })
  }

  func join(_ link: Substring) throws {
    let joined = try run("join \(link)")
    try #require(joined.status == 0, "\(joined.output)")
  }
}

/// Kills a process, and takes its exit status: one that nothing waits for would hide the end of other children.
func end(_ process: pid_t) {
  kill(process, SIGKILL)
  waitpid(process, nil, 0)
}

/// Waits until a book has a person with a first name.
@MainActor
func wait(for name: String, in store: Store) async throws {
  var tokens: Set<AnyCancellable> = []
  let commits = AsyncStream<Void> { continuation in
    store.changes(of: Person.self).sink(
      receiveCompletion: { _ in continuation.finish() }, receiveValue: { _ in continuation.yield() }
    ).store(in: &tokens)
  }
  if try store.fetch(Query<Person>()).contains(where: { $0.firstName == name }) { return }
  for await _ in commits {
    if try store.fetch(Query<Person>()).contains(where: { $0.firstName == name }) { return }
  }
  withExtendedLifetime(tokens) {}
  Issue.record("the book was closed")
}
