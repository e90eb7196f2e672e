import FoundationEssentials
import TUIKit

/// What a table, or one section of it, may be asked and told: the questions of its chain of links.
///
/// Where a section and its table both have an answer, the section's counts.
@MainActor
public struct TableViewAnswers {
  /// The height of a row in lines; the table's own when `nil`.
  public var height: ((_ tableView: TableView, _ indexPath: IndexPath) -> Int?)?
  /// A row is about to come on screen.
  public var willDisplay: ((_ cell: TableViewCell, _ indexPath: IndexPath) -> Void)?
  /// A row was chosen: Enter, or a click on the selected row.
  public var didSelectRow: ((IndexPath) -> Void)?
  /// The selection has moved to a row.
  public var didHighlightRow: ((IndexPath) -> Void)?
  /// The rows, the selection or what can be seen of them has changed.
  public var didUpdate: ((TableView) -> Void)?
  /// The source of the rows, or of the sections, has failed; the rows stay as they are.
  public var didFail: ((any Error) -> Void)?
  /// Rows that will probably be wanted soon, beside what the items themselves do about it.
  public var prefetchRows: (([IndexPath]) -> Void)?
  /// A batch did not fit, and the table has reloaded.
  public var didRecover: ((TableInconsistency) -> Void)?

  /// The view for the title of the section; the table's own when `nil`.
  public var titleView: ((_ section: Int, _ isFooter: Bool) -> TableHeaderView?)?
  /// What the last column shows for a click to go to, given the titles of the sections.
  public var sectionIndexTitles: ((_ titles: [String?]) -> [String]?)?
  /// What can be done with a row, as its menu shows it.
  public var rowActions: [TableViewRowAction] = []

  /// The ids that stand for the marked rows.
  var marks: MarkedRows?
  /// Who gets what nobody answers.
  var fallback: Fallback<any TableViewDelegate>?

  public init() {}
}

/// Links that sections and tables have in common.
extension ComposableDelegate where Answers == TableViewAnswers {
  /// Every row has this height, in lines.
  public func rowHeight(_ height: Int) -> Self {
    answering(\.height) { _, _ in height }
  }

  /// Each row is as high as its cell says (`sizeThatFits(_:)`) at the width of the table.
  public func automaticRowHeight() -> Self {
    answering(\.height) { tableView, indexPath in
      let cell =
        tableView.cellForRow(at: indexPath) ?? tableView.dataSource?.tableView(tableView, cellForRowAt: indexPath)
      // The last column is the scroll mark's.
      return cell?.sizeThatFits(Size(width: max(0, tableView.bounds.width - 1), height: 1000)).height
    }
  }

  /// The rows, the selection or what can be seen of them has changed.
  public func didUpdate(_ action: @escaping (TableView) -> Void) -> Self {
    answering(\.didUpdate, action)
  }

  /// The source of the rows has failed. They stay; without this link the section says so in its footer.
  public func didFail(_ action: @escaping (any Error) -> Void) -> Self {
    answering(\.didFail, action)
  }

  /// A cell is about to come on screen. Links before this one are told too.
  public func willDisplay(_ action: @escaping (TableViewCell, IndexPath) -> Void) -> Self {
    answering(\.willDisplay) { next in
      { cell, indexPath in
        action(cell, indexPath)
        next?(cell, indexPath)
      }
    }
  }

  /// One more thing that can be done with a row: a line in its menu, after those of the links before.
  public func rowAction(_ action: TableViewRowAction) -> Self {
    var copy = self
    copy.answers.rowActions.append(action)
    return copy
  }

  /// Whatever no link answers goes to `delegate`, which is held weakly.
  public func `default`(_ delegate: any TableViewDelegate) -> Self {
    var copy = self
    copy.answers.fallback = Fallback(delegate)
    return copy
  }
}
