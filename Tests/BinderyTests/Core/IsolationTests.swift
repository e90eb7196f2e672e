import TestSupport
import Testing

/// Values are applied on the main actor, and a text field does not lose the user's input.
///
/// Programs that would break this do not compile.
@Suite struct `A program that breaks a promise of a binding` {
  private static let programs = [
    RefusedProgram(
      "a bound value is set from another thread",
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
    RefusedProgram(
      "a view model's value is set from another thread",
      refused: """
        @MainActor final class ViewModel { let name = CurrentValue<String, Never>("Ada") }
        func send(to viewModel: ViewModel) { Task.detached { viewModel.name.value = "Grace" } }
        """,
      accepted: """
        @MainActor final class ViewModel { let name = CurrentValue<String, Never>("Ada") }
        func send(to viewModel: ViewModel) { Task { @MainActor in viewModel.name.value = "Grace" } }
        """),
    RefusedProgram(
      "a property is bound off the main actor",
      refused: "func bind(_ label: Label) { label.textBinding *= Just(\"Ada\") }",
      accepted: "@MainActor func bind(_ label: Label) { label.textBinding *= Just(\"Ada\") }"),
    RefusedProgram(
      "a text field follows a publisher that cannot receive the user's text",
      refused: """
        @MainActor final class ViewModel {
          @Published var name = "Ada"
          isolated deinit {}
        }
        @MainActor func bind(_ field: TextField, to viewModel: ViewModel) {
          field.textBinding *= viewModel.$name
        }
        """,
      accepted: """
        @MainActor final class ViewModel {
          @Published var name = "Ada"
          isolated deinit {}
        }
        @MainActor func bind(_ field: TextField, to viewModel: ViewModel) {
          field.textBinding.oneWay *= viewModel.$name
        }
        """),
    RefusedProgram(
      "a publisher of another domain is bound",
      refused: """
        actor Source {
          let name = CurrentValue<String, Never>("Ada")
          func bind(_ label: Label) async {
            await MainActor.run { BindingGroup.current?.capture { label.textBinding *= name } }
          }
        }
        """,
      accepted: """
        actor Source {
          let names = Mailbox<String>()
          func send() { names.post("Ada") }
        }
        """),
  ]

  /// The module maps of TUIKit's C targets are not in the folder of the Swift modules.
  private static let compiler = Compiler(
    importing: "Bindery", "Reactive", "TUIKit",
    arguments: [
      "-I", "\(root)/Sources/CNcurses", "-I", "\(root)/Sources/CPNG", "-Xcc",
      "-fmodule-map-file=\(Built.moduleMap(of: "CTerminal"))",
    ])

  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  @Test(arguments: programs)
  func `does not compile`(program: RefusedProgram) throws {
    let accepted = try Self.compiler.compile(program.accepted)
    #expect(accepted.succeeded, "the control of \"\(program)\" must compile: \(accepted.output)")
    let refused = try Self.compiler.compile(program.refused)
    #expect(!refused.succeeded, "\(program)")
    #expect(refused.output.contains("error:") && !refused.output.contains("missing required module"))
  }
}
