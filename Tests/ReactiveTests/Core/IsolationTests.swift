import FoundationEssentials
import Glibc
import Testing

/// Programs that must not compile, each with a twin that must: the checks run in SIL, so `-typecheck` would not find
/// them.
@Suite(.leavesNothing) struct IsolationTests {
  private struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let refused: String
    let accepted: String
  }

  private static let programs = [
    Program(
      testDescription: "a subject is used off the main actor",
      refused: """
        @MainActor let subject = Subject<Int, Never>()
        func use() { subject.send(1) }
        """,
      accepted: """
        @MainActor let subject = Subject<Int, Never>()
        @MainActor func use() { subject.send(1) }
        """),
    Program(
      testDescription: "a subject is sent to from concurrent tasks",
      refused: """
        func storm() async {
          let subject = Subject<Int, Never>()
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 { group.addTask { subject.send(number) } }
          }
        }
        """,
      accepted: """
        func storm() async {
          let mailbox = Mailbox<Int>()
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 { group.addTask { mailbox.post(number) } }
          }
        }
        """),
    Program(
      testDescription: "a token is cancelled from a detached task during a delivery",
      refused: """
        @MainActor func run(_ subject: Subject<Int, Never>) {
          let token = subject.sink { _ in }
          Task.detached { token.cancel() }
          subject.send(1)
        }
        """,
      accepted: """
        @MainActor func run(_ subject: Subject<Int, Never>) {
          let token = subject.sink { _ in }
          Task { @MainActor in token.cancel() }
          subject.send(1)
        }
        """),
    Program(
      testDescription: "concurrent tasks subscribe and cancel",
      refused: """
        func storm() {
          let value = CurrentValue(0)
          for _ in 0..<10 { Task.detached { value.sink { _ in }.cancel() } }
        }
        """,
      accepted: """
        func storm() {
          for _ in 0..<10 {
            Task.detached {
              let value = CurrentValue(0)
              value.sink { _ in }.cancel()
            }
          }
        }
        """),
    Program(
      testDescription: "a publisher stands in a global that everybody may use",
      refused: "let shared = CurrentValue(0)",
      accepted: "@MainActor let shared = CurrentValue(0)"),
    Program(
      testDescription: "a chain is handed to another actor and kept",
      refused: """
        actor Other { func keep(_ publisher: AnyPublisher<Int, Never>) {} }
        @MainActor func give(_ value: CurrentValue<Int, Never>, _ other: Other) async {
          await other.keep(value.map { $0 }.eraseToAnyPublisher())
        }
        """,
      accepted: """
        actor Other { func keep(_ mailbox: Mailbox<Int>) {} }
        @MainActor func give(_ mailbox: Mailbox<Int>, _ other: Other) async {
          await other.keep(mailbox)
        }
        """),
    Program(
      testDescription: "an observable array is sent away and used on",
      refused: """
        func share() {
          let rows = MutableObservableArray([1])
          Task.detached { rows.append(2) }
          rows.append(3)
        }
        """,
      accepted: """
        func share() {
          let rows = ChunkedArray([1])
          Task.detached { print(rows.count) }
          print(rows.count)
        }
        """),
  ]

  @Test(arguments: programs.indices)
  func `a graph cannot be shared between threads by mistake`(index: Int) throws {
    let program = Self.programs[index]
    let accepted = try compile(program.accepted)
    #expect(accepted.succeeded, "the control of \"\(program.testDescription)\" must compile: \(accepted.output)")
    let refused = try compile(program.refused)
    #expect(!refused.succeeded, "\(program.testDescription)")
    #expect(refused.output.contains("error:"))
  }

  /// The folder of the built modules, next to this test's own executable.
  private static var modules: String {
    var path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") { path = argument }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let beside = "/" + folder + "/Modules"
    if FileManager.default.fileExists(atPath: beside) { return beside }
    return String(#filePath.prefix { _ in true }.split(separator: "/Tests/")[0]) + "/.build/debug/Modules"
  }

  private func compile(_ source: String) throws -> (succeeded: Bool, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Program.swift").path
    let output = folder.appending(path: "output").path
    try Data(("import Reactive\n" + source + "\n").utf8).write(to: URL(filePath: file))
    let arguments = [
      "swiftc", "-emit-sil", "-parse-as-library", "-swift-version", "6", "-I", Self.modules, "-o", "/dev/null", file,
    ]
    let status = spawn(arguments, output: output)
    let text = (try? String(contentsOf: URL(filePath: output), encoding: .utf8)) ?? ""
    return (status == 0, text)
  }

  private func spawn(_ arguments: [String], output: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "swiftc", &actions, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status
  }
}
