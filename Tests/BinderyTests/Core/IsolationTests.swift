import FoundationEssentials
import Glibc
import Testing

/// Values are applied on the main actor by construction. Programs that would send from elsewhere must not compile, each with
/// a twin that must; the checks run in SIL, so `-typecheck` would not find them.
@Suite struct `Sending from elsewhere` {
  private struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let refused: String
    let accepted: String
  }

  private static let programs = [
    Program(
      testDescription: "a bound value is set from another thread",
      refused: """
        @MainActor func bind(_ label: Label) {
          let name = CurrentValue<String, Never>("Ada")
          label.textBinding *= name
          Task.detached { name.value = "Grace" }
        }
        """,
      accepted: """
        @MainActor func bind(_ label: Label) {
          let name = CurrentValue<String, Never>("Ada")
          label.textBinding *= name
          Task { name.value = "Grace" }
        }
        """),
    Program(
      testDescription: "a view model's value is set from another thread",
      refused: """
        @MainActor final class ViewModel { let name = CurrentValue<String, Never>("Ada") }
        func send(to viewModel: ViewModel) { Task.detached { viewModel.name.value = "Grace" } }
        """,
      accepted: """
        @MainActor final class ViewModel { let name = CurrentValue<String, Never>("Ada") }
        func send(to viewModel: ViewModel) { Task { @MainActor in viewModel.name.value = "Grace" } }
        """),
    Program(
      testDescription: "a property is bound off the main actor",
      refused: "func bind(_ label: Label) { label.textBinding *= Just(\"Ada\") }",
      accepted: "@MainActor func bind(_ label: Label) { label.textBinding *= Just(\"Ada\") }"),
    Program(
      testDescription: "a publisher of another domain is bound",
      refused: """
        actor Source {
          let name = CurrentValue<String, Never>("Ada")
          func bind(_ label: Label) async { await MainActor.run { BindingGroup.current?.capture { label.textBinding *= name } } }
        }
        """,
      accepted: """
        actor Source {
          let names = Mailbox<String>()
          func send() { names.post("Ada") }
        }
        """),
  ]

  @Test(arguments: programs.indices)
  func `does not compile`(index: Int) throws {
    let program = Self.programs[index]
    let accepted = try compile(program.accepted)
    #expect(accepted.succeeded, "the control of \"\(program.testDescription)\" must compile: \(accepted.output)")
    let refused = try compile(program.refused)
    #expect(!refused.succeeded, "\(program.testDescription)")
    #expect(refused.output.contains("error:") && !refused.output.contains("missing required module"))
  }

  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// The folder of the built modules, next to this test's own executable.
  private static var modules: String {
    var path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") { path = argument }
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/") + "/Modules"
  }

  private func compile(_ source: String) throws -> (succeeded: Bool, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Program.swift").path
    let output = folder.appending(path: "output").path
    try Data(("import Bindery\nimport Reactive\nimport TUIKit\n" + source + "\n").utf8).write(to: URL(filePath: file))
    let arguments = [
      "swiftc", "-emit-sil", "-parse-as-library", "-swift-version", "6", "-I", Self.modules,
      "-I", Self.root + "/Sources/CNcurses", "-Xcc",
      "-fmodule-map-file=" + Self.modules + "/../CTerminal.build/module.modulemap", "-o", "/dev/null", file,
    ]
    let status = spawn(arguments, output: output)
    return (status == 0, (try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
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
