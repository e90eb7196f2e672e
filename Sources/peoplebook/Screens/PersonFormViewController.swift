import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The form to add or edit a person.
final class PersonFormViewController: ScreenViewController {
  /// A field of the form and the views in which it is edited.
  @MainActor
  private struct Editor {
    let field: any FormField
    /// The control of a text.
    var control: EditableControl?
    /// The text, if it has one line.
    var line: Line?
    /// The rows of a list of values.
    var values: ValueRows?

    /// The view that takes the focus.
    var firstView: View? { control ?? values?.firstField }
    var hasFocus: Bool { control?.isFirstResponder == true || values?.focusedRow != nil }
  }

  /// A text of one line, and its views.
  private struct Line {
    let field: TextFormField
    let control: TextField
    let row: FormRow
  }

  let viewModel: PersonFormViewModel
  private let onSaved: (String) -> Void
  /// Returns what opens the next form.
  let successor: (() -> () -> Void)?

  private let notice = Label("", role: .danger)
  private let form = FormView()
  private var editors: [Editor] = []

  /// - Parameters:
  ///   - onSaved: Receives the person's id after the book has been written.
  ///   - successor: Called before a save, and returns what replaces this form by the next one after it; `nil` where
  ///     there is no next one.
  init(
    viewModel: PersonFormViewModel, onSaved: @escaping (String) -> Void, successor: (() -> () -> Void)? = nil
  ) {
    self.viewModel = viewModel
    self.onSaved = onSaved
    self.successor = successor
    super.init(actions: viewModel.actions, title: viewModel.title)
  }

  isolated deinit {}

  override var header: View? { notice }

  override var content: View { form }

  override var trailingHints: [KeyEvent] { [KeyEvent(.escape), Self.helpKey] }

  override func viewDidLoad() {
    bindings.capture {
      for field in viewModel.fields where field.field.formPlace == .common { addRows(for: field) }
      form.addSpace()
      for field in viewModel.fields where field.field.formPlace == .more { addRows(for: field) }
      addSummaryRow()
      for (editor, next) in zip(editors, editors.dropFirst().map(Optional.some) + [nil]) {
        if let line = editor.line { bind(line, next: next?.line) }
      }
      titleBar.detailBinding *= viewModel.name.combineLatest(viewModel.isChanged)
        .map { name, isChanged in StyledText(name) + StyledText(isChanged ? " •" : "", role: .accent) }
      statusBar.positionBinding *= viewModel.lastChange.combineLatest(viewModel.otherEditor).map(Self.origin)
      notice.textBinding *= viewModel.deletedBy.map { [viewModel] in Self.notice(deletedBy: $0, viewModel) }
    }
  }

  /// Who edits the person now, or else who has changed them last.
  private static func origin(lastChange: String, otherEditor: String) -> StyledText {
    if !otherEditor.isEmpty { return StyledText(otherEditor, role: .accent) }
    return StyledText(lastChange.isEmpty ? "" : "last changed \(lastChange)", role: .textDim)
  }

  private static func notice(deletedBy author: String?, _ viewModel: PersonFormViewModel) -> String {
    if let author { return " Deleted by \(author)\(viewModel.isReadOnly ? "." : ". Saving brings the person back.")" }
    return viewModel.isReadOnly ? " This book is read-only: changes cannot be saved." : ""
  }

  // MARK: Rows

  private func addRows(for field: any FormField) {
    switch field.editing {
    case .text(let field): addRow(for: field)
    case .list(let field): addRows(for: field)
    }
  }

  private func addRow(for field: TextFormField) {
    let control: EditableControl
    let row: FormRow
    var line: Line?
    if field.kind.isMultiline {
      form.addSpace()
      control = TextView()
      row = form.addRow(field.field.label, control)
      control.textBinding *= field.text
      row.messageBinding *= Self.message(of: field, refusal: Just(nil))
    } else {
      let textField = TextField(placeholder: field.field.placeholder)
      control = textField
      row = form.addRow(field.field.label, textField)
      line = Line(field: field, control: textField, row: row)
    }
    control.releasedKeys = [Self.moreKey]
    control.addAction(for: .editingDidBegin) { [weak viewModel] in viewModel?.didFocus(field.field) }
    row.isHiddenBinding *= viewModel.isShown(field).map { !$0 }
    row.noteBinding *= field.remark
    editors.append(Editor(field: field, control: control, line: line))
  }

  /// Binds the text field of a line.
  ///
  /// Enter leads to `next`, the text in the row below.
  private func bind(_ line: Line, next: Line?) {
    let field = line.field
    let refusal = CurrentValue<String?, Never>(nil)
    bindings.add(field.text.dropFirst().sink { _ in refusal.value = nil })
    var chain = TextFieldBinding.subject(field.text)
      .shouldChange(refusal) { [weak field] text throws(InvalidValue) in try field?.accepts(text) ?? true }
      .message(Self.message(of: field, refusal: refusal), on: line.row)
      .didBeginEditing { field.isEditing.value = true }
      .didEndEditing { field.isEditing.value = false }
    if let next, next.field.field.formPlace == .common {
      chain = chain.nextField(next.control)
    }
    line.control *= chain
  }

  /// Adds the row that names the fields that are not shown.
  private func addSummaryRow() {
    let label = Label("", role: .textDim)
    let row = form.addRow("", label)
    label.textBinding *= viewModel.hiddenFields.map(Self.summary)
    row.isHiddenBinding *= viewModel.hiddenFields.map(\.isEmpty)
  }

  private static func summary(of hidden: [PersonField]) -> String {
    let names = hidden.map(\.name).joined(separator: ", ")
    return "… \(hidden.count) more \(hidden.count == 1 ? "field" : "fields") (ctrl-e): \(names)"
  }

  /// What the form says about a field: the choice in a conflict, else the reason why the last key or paste was refused,
  /// else the field's own message.
  private static func message(
    of field: TextFormField, refusal: some Publisher<String?, Never>
  ) -> some Publisher<String?, Never> {
    field.theirs.combineLatest(refusal, field.message).map { choice(theirs: $0, by: field.theirAuthor) ?? $1 ?? $2 }
  }

  private func addRows(for field: ListFormField) {
    let rows = ValueRows(
      field, message: field.theirs.map { Self.choice(theirs: $0, by: field.theirAuthor) },
      isShown: viewModel.isShown(field), in: form
    ) { [weak viewModel] in viewModel?.didFocus(field.field) }
    editors.append(Editor(field: field, values: rows))
  }

  /// The message of a field that another process has changed as well.
  private static func choice(theirs: String?, by author: String) -> String? {
    theirs.map { "Changed to \($0.excerpt) by \(author): ctrl-o keep mine, ctrl-t take theirs" }
  }

  override var hasUnsavedInput: Bool { viewModel.isChanged.value }

  override var preferredFirstResponder: Responder? { editors.first?.firstView }

  override var keyCommandsTitle: String { "The form" }

  override var commands: [KeyCommand] { formCommands }

  private lazy var formCommands = makeCommands()

  // MARK: Actions of the keys

  /// The row of a labelled value that has the focus.
  var focusedRow: ValueRows.Row? { editors.lazy.compactMap(\.values?.focusedRow).first }

  /// Moves the value that has the focus among those of its field.
  func moveValue(by step: Int) {
    editors.first { $0.hasFocus }?.values?.moveFocusedValue(by: step)
  }

  /// Asks for the label of the value that has the focus.
  func chooseLabel() {
    guard let row = focusedRow else { return }
    let place = Rect(origin: row.field.convertToWindow(.zero), size: row.field.bounds.size)
    let line = row.line
    present(
      LabelViewController(label: line.label.value, usualLabels: row.usualLabels) { [weak self] label in
        guard let self, editors.contains(where: { $0.values?.contains(line) == true }) else {
          self?.statusBar.showError("Another program has changed this value: choose its label again")
          return
        }
        line.label.value = label
      }, style: .popover(place))
  }

  /// The contested field with the focus, or else the first one.
  var contestedField: (any FormField)? {
    let focused = editors.first { $0.hasFocus }?.field
    return focused?.isContested.value == true ? focused : viewModel.contestedField
  }

  /// Settles the conflict of ``contestedField``, and shows the field.
  func settle(_ settle: (any FormField) -> Void) {
    guard let field = contestedField else { return }
    focus(field)
    settle(field)
    // The choice is made: no longer ask for it.
    statusBar.clearMessage()
    // The values of a list get other rows.
    focus(field)
  }

  /// Shows the fields that few people have, or hides those of them that are empty.
  func toggleMore() {
    let hidden = editors.filter { isHidden($0) }.compactMap { $0.firstView }
    let focused = editors.first { $0.hasFocus }
    viewModel.showsMore.value.toggle()
    if viewModel.showsMore.value {
      guard let first = hidden.first, let last = hidden.last else { return }
      form.layoutIfNeeded()
      first.becomeFirstResponder()
      form.scrollRectToVisible(first.frame.union(last.frame))
    } else if focused.map({ isHidden($0) }) ?? true {
      preferredFirstResponder?.becomeFirstResponder()
    }
  }

  private func isHidden(_ editor: Editor) -> Bool { editor.firstView?.isHidden == true }

  private func focus(_ field: any FormField) {
    guard let editor = editors.first(where: { $0.field === field }), !editor.hasFocus else { return }
    editor.firstView?.becomeFirstResponder()
  }

  /// Shows `sentence` in the status line.
  func announce(_ sentence: String) {
    statusBar.show(StyledText(sentence))
  }

  func save() {
    save(with: "ctrl-s") { [weak self] in self?.navigationController?.pop() }
  }

  func saveAndGoOn() {
    guard viewModel.isChanged.value || viewModel.isNew else {
      successor?()()
      return
    }
    save(with: "ctrl-n") { [goOn = successor?(), viewModel, weak navigation = navigationController] in
      var name = ""
      viewModel.name.first().sink { name = $0 }.cancel()
      goOn?()
      (navigation?.topViewController as? PersonFormViewController)?.announce("Saved \(name.shortened)")
    }
  }

  /// - Parameter key: The name of the key that was pressed.
  private func save(with key: String, then leave: @escaping @MainActor () -> Void) {
    if let refusal = viewModel.prepareToSave() { return explain(refusal, key: key) }
    viewModel.save { [weak self, onSaved] result in
      switch result {
      case .success(let id):
        onSaved(id)
        leave()
      case .failure(is CancellationError): self?.announce("Stopped: nothing was saved")
      case .failure(let error): self?.statusBar.showError("\(error)")
      }
    }
  }

  private func explain(_ refusal: PersonFormViewModel.Refusal, key: String) {
    if let field = refusal.field { focus(field) }
    switch refusal {
    case .unchanged: announce("Nothing to save: these values are already in the book")
    case .unwritable(let sentence): statusBar.showError(sentence)
    case .contested: announce("Choose first: ctrl-o keep mine, ctrl-t take theirs")
    case .doubtful(_, let doubts):
      announce(
        doubts.count == 1
          ? "\(doubts[0]) · \(key) again saves it" : "\(doubts.count) unusual values · \(key) again saves them")
    case .saving, .invalid: break
    }
  }

  func cancel() {
    guard viewModel.isChanged.value else {
      navigationController?.pop()
      return
    }
    ask(
      Alert(
        title: "Discard your changes?",
        buttons: [
          .cancel("Keep editing"),
          .destructive("Discard changes") { [weak self] in self?.navigationController?.pop() },
        ]))
  }
}
