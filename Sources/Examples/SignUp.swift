import Bindery
import Reactive
import TUIKit

/// A form with validation: each field shows its own message, and the form can be sent when all fields are valid.
@MainActor
final class SignUpViewModel {
  let name = CurrentValue<String, Never>("")
  let mail = CurrentValue<String, Never>("")
  let isMember = CurrentValue<Bool, Never>(false)
  private let sent = CurrentValue<String, Never>("")

  var nameProblem: some Publisher<String?, Never> {
    name.map { $0.allSatisfy(\.isWhitespace) ? "Enter a name." : nil }.removeDuplicates()
  }

  /// An empty field has no message before the user has typed.
  var mailProblem: some Publisher<String?, Never> {
    mail.map { mail in
      let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      return mail.isEmpty || isAddress ? nil : "“\(mail)” is not an e-mail address."
    }.removeDuplicates()
  }

  var canSend: some Publisher<Bool, Never> {
    nameProblem.combineLatest(mailProblem, mail) { $0 == nil && $1 == nil && !$2.isEmpty }.removeDuplicates()
  }

  var outcome: some Publisher<String, Never> { sent }

  isolated deinit {}

  func send() {
    sent.value = "Welcome, \(name.value)\(isMember.value ? ", dear member" : "")."
  }
}

final class SignUpViewController: ViewController {
  private let viewModel: SignUpViewModel
  private let quit: () -> Void
  private var bindings = BindingGroup()

  init(viewModel: SignUpViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    let (name, mail, member) = (TextField(), TextField(), Checkbox("a member"))
    let (send, outcome) = (Button("Send"), Label(""))
    let form = FormView()
    let nameRow = form.addRow("Name", name)
    let mailRow = form.addRow("E-mail", mail)
    for view in [member, send, outcome] as [View] { form.addRow("", view) }
    bindings = BindingGroup {
      name *= .subject(viewModel.name).message(viewModel.nameProblem, on: nameRow).nextField(mail)
      mail *= .subject(viewModel.mail).message(viewModel.mailProblem, on: mailRow)
        .format { $0.lowercased() }.nextField(member)
      member.isOnBinding *= viewModel.isMember
      send *= ButtonBinding().role(viewModel.isMember.map { $0 ? .ok : .accent }).isEnabled(viewModel.canSend)
        .didPress { [viewModel] in viewModel.send() }
      outcome.textBinding *= viewModel.outcome
    }
    let stack = StackView(.vertical)
    stack.addArrangedSubview(form, sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }
}
