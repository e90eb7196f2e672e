import TUIKit

// Properties of cells and titles. The rows of a table are bound in `Table/`.

extension TableViewCell {
  /// The binding of ``TableViewCell/text``.
  public var textBinding: Binding<TableViewCell, String> {
    Binding(self, "text") { $0.text = $1 }
  }
}

extension TableHeaderView {
  /// The binding of ``TableHeaderView/text``.
  public var textBinding: Binding<TableHeaderView, String> {
    Binding(self, "text") { $0.text = $1 }
  }
}
