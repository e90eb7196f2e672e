import TUIKit

// Properties of a table and its cells. Its rows are bound in `Table/`.

extension TableView {
  public var rowHeightBinding: Binding<TableView, Int> {
    Binding(self, "rowHeight") { $0.rowHeight = $1 }
  }

  public var stickyHeadersBinding: Binding<TableView, Bool> {
    Binding(self, "stickyHeaders") { $0.stickyHeaders = $1 }
  }

  public var allowsMultipleSelectionBinding: Binding<TableView, Bool> {
    Binding(self, "allowsMultipleSelection") { $0.allowsMultipleSelection = $1 }
  }

  public var rowActionsBinding: Binding<TableView, [TableViewRowAction]> {
    Binding(self, "rowActions") { $0.rowActions = $1 }
  }

  public var headerViewTypeBinding: Binding<TableView, TableHeaderView.Type> {
    Binding(self, "headerViewType") { $0.headerViewType = $1 }
  }

  public var allowsEmptySelectionBinding: Binding<TableView, Bool> {
    Binding(self, "allowsEmptySelection") { $0.allowsEmptySelection = $1 }
  }

  public var backgroundViewBinding: Binding<TableView, View?> {
    Binding(self, "backgroundView") { $0.backgroundView = $1 }
  }
}

extension TableViewCell {
  public var textBinding: Binding<TableViewCell, String> {
    Binding(self, "text") { $0.text = $1 }
  }

  public var detailTextBinding: Binding<TableViewCell, String> {
    Binding(self, "detailText") { $0.detailText = $1 }
  }
}

extension TableHeaderView {
  public var textBinding: Binding<TableHeaderView, String> {
    Binding(self, "text") { $0.text = $1 }
  }
}
