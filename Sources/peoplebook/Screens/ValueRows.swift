import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The rows of a form for a list of values: one for each line of the view model, inserted and removed with it.
@MainActor
final class ValueRows {
  /// A value and the views in which it is edited.
  @MainActor
  struct Row {
    let line: ListFormField.Line
    let field: TextField
    /// The labels that are offered for the value.
    let usualLabels: [String]
    fileprivate let row: FormRow
    /// Whether it is the empty last row, which adds a further value.
    fileprivate let isAddition = CurrentValue<Bool, Never>(false)
    /// The message for the whole list.
    fileprivate let listMessage = CurrentValue<String?, Never>(nil)
    /// The reason why the last key or paste was refused.
    fileprivate let refusal = CurrentValue<String?, Never>(nil)
    fileprivate let bindings = BindingGroup()
  }

  private let values: ListFormField
  private let isShown: AnyPublisher<Bool, Never>
  private weak var form: FormView?
  private weak var previous: FormRow?
  private var rows: [Row] = []
  private var subscription: AnyCancellable?
  private let onFocus: @MainActor () -> Void

  /// Adds the rows at the end of `form`.
  ///
  /// - Parameters:
  ///   - message: The message about all the values; it is shown under the first.
  ///   - isShown: Whether the form shows the rows.
  ///   - onFocus: Called when one of the rows gets the focus.
  init(
    _ values: ListFormField, message: some Publisher<String?, Never>, isShown: AnyPublisher<Bool, Never>,
    in form: FormView, onFocus: @escaping @MainActor () -> Void
  ) {
    self.values = values
    self.onFocus = onFocus
    self.isShown = isShown
    self.form = form
    previous = form.rows.last
    subscription = values.lines.combineLatest(message).sink { [weak self] in self?.show($0, message: $1) }
  }

  isolated deinit {}

  /// The field in which editing the values begins.
  var firstField: TextField? { rows.first?.field }

  /// The row with the focused field.
  var focusedRow: Row? {
    rows.first { $0.field.isFirstResponder }
  }

  /// Whether one of the rows is that of a line.
  func contains(_ line: ListFormField.Line) -> Bool { rows.contains { $0.line === line } }

  /// Moves the value with the focus, and the focus with it.
  ///
  /// - Parameter step: 1 moves it down, -1 moves it up.
  func moveFocusedValue(by step: Int) {
    guard let line = focusedRow?.line, let other = values.move(line, by: step) else { return }
    rows.first { $0.line === other }?.field.becomeFirstResponder()
  }

  private func show(_ lines: [ListFormField.Line], message: String?) {
    let focused = rows.firstIndex { $0.field.isFirstResponder }
    let removed = rows.filter { row in !lines.contains { $0 === row.line } }
    var sibling = previous
    rows = lines.compactMap { line in
      let row = rows.first { $0.line === line } ?? makeRow(line, after: sibling)
      if let row { sibling = row.row }
      return row
    }
    // When another program replaces the values, the focus stays in the list.
    if let focused, !rows.isEmpty, !rows.contains(where: { $0.field.isFirstResponder }) {
      rows[min(focused, rows.count - 1)].field.becomeFirstResponder()
    }
    for row in removed { form?.removeRow(row.row) }
    for row in rows {
      row.isAddition.value = row.line === lines.last && lines.count > 1
      row.listMessage.value = row.line === lines.first ? message : nil
    }
  }

  private func makeRow(_ line: ListFormField.Line, after sibling: FormRow?) -> Row? {
    let field = TextField()
    field.releasedKeys = [PersonFormViewController.moreKey]
    guard let formRow = form?.addRow("", field, after: sibling) else { return nil }
    let row = Row(line: line, field: field, usualLabels: values.kind.usualLabels, row: formRow)
    row.bindings.capture { bind(row) }
    return row
  }

  private func bind(_ row: Row) {
    let (line, field, name) = (row.line, row.field, values.field.label)
    row.bindings.add(line.text.dropFirst().sink { [refusal = row.refusal] _ in refusal.value = nil })
    field *= TextFieldBinding.subject(line.text)
      .format { [kind = values.kind] in kind.withoutScheme($0) }
      .shouldChange(row.refusal) { [weak values, weak line] text throws(InvalidValue) in
        guard let values, let line else { return true }
        return try values.accepts(text, in: line)
      }
      .didBeginEditing { [weak line, onFocus] in
        line?.isEditing.value = true
        onFocus()
      }
      .didEndEditing { [weak line] in line?.isEditing.value = false }
      .message(row.listMessage.combineLatest(row.refusal, line.message).map { $0 ?? $1 ?? $2 }, on: row.row)
    field.placeholderBinding *= row.isAddition.map { [values] in
      $0 ? "+ another \(values.kind.shortNoun)" : values.field.placeholder
    }
    row.row.noteBinding *= line.remark
    row.row.isHiddenBinding *= isShown.map { !$0 }
    // Tab passes the row that adds a value; Enter and the cursor keys reach it.
    field.isTabStopBinding *= row.isAddition.map { !$0 }
    row.row.labelBinding *= line.label.combineLatest(row.isAddition)
      .map { label, isAddition in isAddition ? "" : label.isEmpty ? name : "\(name) · \(label)" }
  }
}

extension TextFieldBinding {
  /// Accepts a key or a paste only if `accepts` returns `true` for the text that it would result in.
  ///
  /// - Parameters:
  ///   - refusal: Receives the sentence that `accepts` throws, and `nil` at the next key or paste and when the field
  ///     loses the focus.
  ///   - accepts: Decides about the text.
  func shouldChange(
    _ refusal: CurrentValue<String?, Never>, _ accepts: @escaping (String) throws(InvalidValue) -> Bool
  ) -> Self {
    shouldChange { text in
      do throws(InvalidValue) {
        refusal.value = nil
        return try accepts(text)
      } catch {
        refusal.value = error.description
        return false
      }
    }
    .didEndEditing { refusal.value = nil }
  }
}
