import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// Adding a person, or editing one.
final class PersonFormViewController: ViewController {
  private let viewModel: PersonFormViewModel
  private let onSaved: (String) -> Void

  private let titleBar = TitleBar()
  private let form = FormView()
  private let statusBar = StatusBar()
  private let firstName = TextField()
  private let lastName = TextField()
  private let birthday = TextField(placeholder: "day month year")
  private var emails: ValueRows?
  private var phones: ValueRows?
  private var bindings = BindingGroup()

  /// - Parameter onSaved: told the person's id once the book has them.
  init(viewModel: PersonFormViewModel, onSaved: @escaping (String) -> Void) {
    self.viewModel = viewModel
    self.onSaved = onSaved
    super.init()
    title = viewModel.title
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(form, sizing: .fill)
    stack.addArrangedSubview(statusBar, sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    let nickname = TextField()
    let organisation = TextField()
    let jobTitle = TextField()
    let tags = TextField(placeholder: "commas between them")
    let note = TextView()

    form.addRow("First name", firstName)
    let lastNameRow = form.addRow("Last name", lastName)
    form.addRow("Nickname", nickname)
    form.addRow("Organisation", organisation)
    let titleRow = form.addRow("Title", jobTitle)
    let emails = ValueRows("E-mail", viewModel.emails, in: form, after: titleRow)
    let phones = ValueRows("Phone", viewModel.phones, in: form, after: emails.lastRow)
    let birthdayRow = form.addRow("Birthday", birthday)
    form.addRow("Tags", tags)
    form.addSpace()
    form.addRow("Note", note)
    self.emails = emails
    self.phones = phones

    titleBar.title = StyledText(viewModel.title)
    bindings.capture {
      firstName.textBinding *= viewModel.firstName.text
      lastName.textBinding *= viewModel.lastName.text
      lastNameRow.messageBinding *= viewModel.nameProblem
      nickname.textBinding *= viewModel.nickname.text
      organisation.textBinding *= viewModel.organisation.text
      jobTitle.textBinding *= viewModel.jobTitle.text
      birthday.textBinding *= viewModel.birthday.text
      birthdayRow.messageBinding *= viewModel.birthday.problem
      tags.textBinding *= viewModel.tags.text
      note.textBinding *= viewModel.note.text
      titleBar.detailBinding *= viewModel.name.combineLatest(viewModel.isChanged)
        .map { name, isChanged in StyledText(name) + StyledText(isChanged ? " •" : "", role: .accent) }
    }
  }

  override var preferredFirstResponder: Responder? { firstName }

  // MARK: What the keys do

  override var keyCommandsTitle: String { "The form" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.character("s"), .control), title: "save", detail: "Save and go back",
        isReady: { [viewModel] in viewModel.canSave.value }
      ) { [weak self] in self?.save() },
      KeyCommand(KeyEvent(.escape), title: "cancel", detail: "Go back; asks when something was changed") {
        [weak self] in self?.cancel()
      },
      KeyCommand(KeyEvent(.tab), title: "next", detail: "Go to the next field") { [weak self] in
        self?.window?.moveFocus(.next)
      },
      KeyCommand(
        KeyEvent(.tab, .shift), title: "previous", detail: "Go to the previous field", isHint: false
      ) { [weak self] in self?.window?.moveFocus(.previous) },
      KeyCommand(
        KeyEvent(.character("l"), .control), title: "label", detail: "Change the label: home, work, mobile, other",
        isEnabled: { [weak self] in self?.focusedLine != nil }
      ) { [weak self] in self?.focusedLine?.nextLabel() },
    ]
  }

  private var focusedLine: ValueListField.Line? {
    emails?.focusedLine ?? phones?.focusedLine
  }

  private func save() {
    if !viewModel.canSave.value {
      switch viewModel.explainWhyNot() {
      case .name: lastName.becomeFirstResponder()
      case .birthday: birthday.becomeFirstResponder()
      case nil: statusBar.show("Nothing was changed")
      }
      return
    }
    Task {
      do {
        let id = try await viewModel.save()
        navigationController?.pop()
        onSaved(id)
      } catch {
        statusBar.showError("\(error)")
      }
    }
  }

  private func cancel() {
    guard viewModel.isChanged.value else {
      navigationController?.pop()
      return
    }
    Alert(
      title: "Throw the changes away?",
      buttons: [
        .cancel("keep editing"),
        .destructive("throw away") { [weak self] in self?.navigationController?.pop() },
      ]
    ).present(from: self)
  }
}
