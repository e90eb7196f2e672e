import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// Adding a person, or editing one.
final class PersonFormViewController: ViewController {
  private let viewModel: PersonFormViewModel
  private let actions: ActionQueue
  private let onSaved: (String) -> Void
  private let onNext: (() -> Void)?

  private let titleBar = TitleBar()
  private let deletion = Label("", role: .danger)
  private let form = FormView()
  private let statusBar = StatusBar()
  private let firstName = TextField()
  private let lastName = TextField()
  private let birthday = TextField(placeholder: "day month year")
  private var emails: ValueRows?
  private var phones: ValueRows?
  /// The views in which the fields of the view model are edited, in their order: the one to go to, and whether it has the focus.
  private var editors: [(view: () -> View?, isFocused: () -> Bool)] = []
  private var activityLine: ActivityLine?
  private var bindings = BindingGroup()

  /// - Parameters:
  ///   - actions: runs the saving.
  ///   - onSaved: told the person's id once the book has them.
  ///   - onNext: goes on to the next person, when this one is saved; nil where there is none.
  init(
    viewModel: PersonFormViewModel, actions: ActionQueue, onSaved: @escaping (String) -> Void,
    onNext: (() -> Void)? = nil
  ) {
    self.viewModel = viewModel
    self.actions = actions
    self.onSaved = onSaved
    self.onNext = onNext
    super.init()
    title = viewModel.title
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(deletion, sizing: .fixed(1))
    stack.addArrangedSubview(form, sizing: .fill)
    stack.addArrangedSubview(statusBar, sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    activityLine = ActivityLine(actions, in: statusBar)
    titleBar.title = StyledText(viewModel.title)
    bindings.capture {
      addRow("First name", firstName, viewModel.firstName)
      addRow("Last name", lastName, viewModel.lastName, problem: viewModel.nameProblem)
      addRow("Nickname", TextField(), viewModel.nickname)
      addRow("Organisation", TextField(), viewModel.organisation)
      let titleRow = addRow("Title", TextField(), viewModel.jobTitle)
      let emails = addRows("E-mail", viewModel.emails, after: titleRow)
      let phones = addRows("Phone", viewModel.phones, after: emails.lastRow)
      let birthdayRow = addRow("Birthday", birthday, viewModel.birthday, problem: viewModel.birthday.problem)
      birthdayRow.noteBinding *= viewModel.birthdayNote
      addRow("Tags", TextField(placeholder: "commas between them"), viewModel.tags)
      form.addSpace()
      addRow("Note", TextView(), viewModel.note)
      self.emails = emails
      self.phones = phones

      titleBar.detailBinding *= viewModel.name.combineLatest(viewModel.isChanged)
        .map { name, isChanged in StyledText(name) + StyledText(isChanged ? " •" : "", role: .accent) }
      statusBar.positionBinding *= viewModel.lastChange
        .map { StyledText($0.isEmpty ? "" : "last changed \($0)", role: .textDim) }
      let saving = viewModel.isReadOnly ? "." : "; saving brings the person back."
      let remark = viewModel.isReadOnly ? " This book may only be read: nothing can be saved." : ""
      deletion.textBinding *= viewModel.deletedBy.map { $0.map { " Deleted meanwhile by \($0)\(saving)" } ?? remark }
    }
  }

  @discardableResult
  private func addRow(
    _ label: String, _ control: EditableControl, _ field: FormField,
    problem: AnyPublisher<String?, Never> = Just(nil).eraseToAnyPublisher()
  ) -> FormRow {
    let row = form.addRow(label, control)
    control.textBinding *= field.text
    row.messageBinding *= field.theirs.combineLatest(problem).map { Self.contest($0) ?? $1 }
    editors.append((view: { control }, isFocused: { [weak control] in control?.isFirstResponder == true }))
    return row
  }

  private func addRows(_ label: String, _ values: ValueListField, after row: FormRow) -> ValueRows {
    let rows = ValueRows(label, values, message: values.theirs.map(Self.contest), in: form, after: row)
    editors.append((view: { [weak rows] in rows?.firstField }, isFocused: { [weak rows] in rows?.focusedLine != nil }))
    return rows
  }

  /// What to say of a field that somebody else has changed as well.
  private static func contest(_ theirs: String?) -> String? {
    theirs.map { "Meanwhile changed to “\($0)”: ctrl-t takes that, ctrl-o keeps what is above" }
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
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "cancel",
        detail: "Go back; asks when something was changed"
      ) { [weak self] in self?.cancel() },
      KeyCommand(KeyEvent(.tab), title: "next", detail: "Go to the next field") { [weak self] in
        self?.window?.moveFocus(.next)
      },
      KeyCommand(
        KeyEvent(.tab, .shift), title: "previous", detail: "Go to the previous field", isHint: false
      ) { [weak self] in self?.window?.moveFocus(.previous) },
      KeyCommand(
        KeyEvent(.character("n"), .control), title: "next person", detail: "Save, and edit the next person in the list",
        isEnabled: { [onNext] in onNext != nil }
      ) { [weak self] in self?.goToNext() },
      KeyCommand(
        KeyEvent(.character("l"), .control), title: "label", detail: "Change the label: home, work, mobile, other",
        isEnabled: { [weak self] in self?.focusedLine != nil }
      ) { [weak self] in self?.focusedLine?.nextLabel() },
      KeyCommand(
        KeyEvent(.character("t"), .control), title: "take theirs", detail: "Take what somebody else has written there",
        isEnabled: { [weak self] in self?.focusedContest != nil }
      ) { [weak self] in self?.focusedContest?.takeTheirs() },
      KeyCommand(
        KeyEvent(.character("o"), .control), title: "keep own", detail: "Keep what you have written there",
        isEnabled: { [weak self] in self?.focusedContest != nil }
      ) { [weak self] in self?.focusedContest?.keepMine() },
    ]
  }

  /// The field that has the focus, while two values stand against each other in it.
  private var focusedContest: (any ContestedField)? {
    editors.firstIndex { $0.isFocused() }.map { viewModel.fields[$0] }.flatMap { viewModel.isContested($0) ? $0 : nil }
  }

  private var focusedLine: ValueListField.Line? {
    emails?.focusedLine ?? phones?.focusedLine
  }

  private func save() {
    save { [weak self] in self?.navigationController?.pop() }
  }

  private func goToNext() {
    guard viewModel.isChanged.value else {
      onNext?()
      return
    }
    save { [onNext] in onNext?() }
  }

  private func save(then leave: @escaping @MainActor () -> Void) {
    if !viewModel.canSave.value {
      switch viewModel.explainWhyNot() {
      case .name: lastName.becomeFirstResponder()
      case .birthday: birthday.becomeFirstResponder()
      case .readOnly(let sentence): statusBar.showError(sentence)
      case .contested(let index):
        editors[index].view()?.becomeFirstResponder()
        statusBar.show("Choose first: ctrl-t takes theirs, ctrl-o keeps yours")
      case nil: statusBar.show("Nothing was changed")
      }
      return
    }
    actions.run("Saving") { [viewModel] _ in
      try await viewModel.save()
    } completion: { [weak self] result in
      switch result {
      case .success(let id):
        self?.onSaved(id)
        leave()
      case .failure(let error): self?.statusBar.showError("\(error)")
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
