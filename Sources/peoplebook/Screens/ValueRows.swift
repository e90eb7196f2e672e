import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The rows of a form for a list of values: one for each line of the view model, which come and go with them.
@MainActor
final class ValueRows {
  private struct Row {
    let line: ValueListField.Line
    let field: TextField
    let row: FormRow
    let bindings: BindingGroup
  }

  private let name: String
  private weak var form: FormView?
  private let previous: FormRow
  private var rows: [Row] = []
  private var subscription: AnyCancellable?

  /// - Parameter message: what is to be said of all the values; it stands under the first.
  init(
    _ name: String, _ values: ValueListField, message: some Publisher<String?, Never>, in form: FormView,
    after previous: FormRow
  ) {
    self.name = name
    self.form = form
    self.previous = previous
    subscription = values.lines.combineLatest(message).sink { [weak self] in self?.show($0, message: $1) }
  }

  isolated deinit {}

  /// Where the next row of the form goes.
  var lastRow: FormRow { rows.last?.row ?? previous }

  /// Where one begins to edit the values.
  var firstField: TextField? { rows.first?.field }

  /// The line whose field has the focus.
  var focusedLine: ValueListField.Line? {
    rows.first { $0.field.isFirstResponder }?.line
  }

  private func show(_ lines: [ValueListField.Line], message: String?) {
    for row in rows where !lines.contains(where: { $0 === row.line }) { form?.removeRow(row.row) }
    var sibling = previous
    rows = lines.compactMap { line in
      let row = rows.first { $0.line === line } ?? makeRow(line, after: sibling)
      if let row { sibling = row.row }
      return row
    }
    for row in rows { row.row.message = row.line === lines.first ? message : nil }
  }

  private func makeRow(_ line: ValueListField.Line, after sibling: FormRow) -> Row? {
    let field = TextField(placeholder: "+")
    guard let row = form?.addRow(name, field, after: sibling) else { return nil }
    let bindings = BindingGroup {
      field.textBinding *= line.text
      row.labelBinding *= line.label.map { [name] in $0.isEmpty ? name : "\(name) · \($0)" }
    }
    return Row(line: line, field: field, row: row, bindings: bindings)
  }
}
