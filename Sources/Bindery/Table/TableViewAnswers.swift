import FoundationEssentials
import TUIKit

/// The questions that a table asks, for the whole table or for one section: optional closures, set by the links of a
/// chain.
///
/// Where a section and its table both answer, the answer of the section counts.
@MainActor
public struct TableViewAnswers {
  /// The height of a row in lines; the table's own when `nil`.
  public var height: ((_ tableView: TableView, _ indexPath: IndexPath) -> Int?)?
  /// Called before a row is displayed.
  public var willDisplay: ((_ cell: TableViewCell, _ indexPath: IndexPath) -> Void)?
  /// Called when a row is chosen: with Enter, or with a click on the selected row.
  public var didSelectRow: ((IndexPath) -> Void)?
  /// Called when the selection has moved to a row.
  public var didHighlightRow: ((IndexPath) -> Void)?
  /// Whether the user may move a row; every row when `nil`.
  public var canMoveRow: ((IndexPath) -> Bool)?
  /// Moves a row of the source, as the user has done in the table; rows cannot be moved when `nil`.
  public var moveRow: ((_ source: IndexPath, _ target: IndexPath) -> Void)?
  /// Called when the rows, the selection or the visible part has changed.
  public var didUpdate: ((TableView) -> Void)?
  /// Called when the source of the rows, or of the sections, has failed.
  ///
  /// The rows stay as they are.
  public var didFail: ((any Error) -> Void)?
  /// Called with rows that will probably be displayed soon; the link of a section receives only rows of that section.
  public var prefetchRows: (([IndexPath]) -> Void)?
  /// Called when a batch contradicted the data source and the table has reloaded.
  public var didRecover: ((TableInconsistency) -> Void)?

  /// The view for the title of a section; the table's own when `nil`.
  public var titleView: ((_ section: Int, _ isFooter: Bool) -> TableHeaderView?)?
  /// The titles of the section index in the last column, given the titles of the sections.
  public var sectionIndexTitles: ((_ titles: [String?]) -> [String]?)?
  /// The actions in the menu of a row.
  public var rowActions: [TableViewRowAction] = []

  /// The ids of the marked rows.
  var marks: MarkedRows?
  /// The value that is bound to the selected row.
  var selection: SelectedRow?
  /// The delegate for questions that no link answers.
  var fallback: Fallback<any TableViewDelegate>?

  /// No answers.
  public init() {}
}

/// The links that sections and tables have in common.
extension ComposableDelegate where Answers == TableViewAnswers {
  /// Sets the height of every row, in lines.
  public func rowHeight(_ height: Int) -> Self {
    answering(\.height) { _, _ in height }
  }

  /// Makes each row as high as its cell fits (`sizeThatFits(_:)`) at the width of the rows.
  public func automaticRowHeight() -> Self {
    answering(\.height) { tableView, indexPath in
      let cell =
        tableView.cellForRow(at: indexPath) ?? tableView.dataSource?.tableView(tableView, cellForRowAt: indexPath)
      return cell?.sizeThatFits(Size(width: tableView.rowWidth, height: 1000)).height
    }
  }

  /// Calls `action` when the rows, the selection or the visible part has changed.
  public func didUpdate(_ action: @escaping (TableView) -> Void) -> Self {
    answering(\.didUpdate, action)
  }

  /// Calls `action` when the source of the rows has failed.
  ///
  /// The rows stay; without this link the failure is shown below them.
  public func didFail(_ action: @escaping (any Error) -> Void) -> Self {
    answering(\.didFail, action)
  }

  /// Calls `action` before a cell is displayed.
  ///
  /// Earlier links are called too.
  public func willDisplay(_ action: @escaping (TableViewCell, IndexPath) -> Void) -> Self {
    answering(\.willDisplay) { next in
      { cell, indexPath in
        action(cell, indexPath)
        next?(cell, indexPath)
      }
    }
  }

  /// Adds an action to the menu of a row, after those of earlier links.
  public func rowAction(_ action: TableViewRowAction) -> Self {
    var copy = self
    copy.answers.rowActions.append(action)
    return copy
  }

  /// Passes the questions that no link answers to `delegate`.
  ///
  /// The delegate is held weakly.
  public func `default`(_ delegate: any TableViewDelegate) -> Self {
    var copy = self
    copy.answers.fallback = Fallback(delegate)
    return copy
  }
}
