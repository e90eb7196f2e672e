import FoundationEssentials
import TUIKit

/// The sections and rows of a bound table, as the table knows them.
@MainActor
protocol TableContent: AnyObject {
  var numberOfSections: Int { get }
  func numberOfRows(inSection section: Int) -> Int
  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell
  func headerTitle(ofSection section: Int) -> String?
  func footerTitle(ofSection section: Int) -> String?
  func prefetch(_ indexPath: IndexPath)
  /// What tells the item of a row from the others; `nil` when nothing does.
  func identity(at indexPath: IndexPath) -> AnyHashable?

  /// What the links of a section answer.
  func answers(ofSection section: Int) -> TableViewAnswers?
  /// Calls `body` with what the links of each section answer.
  func forEachAnswers(_ body: (TableViewAnswers) -> Void)

  func start(_ observer: any TableContentObserver)
  func stop()

  /// Makes the latest content that which the table knows, and tells the table what has led to it, in a batch; says what there
  /// was to tell.
  func tellChanges(to tableView: TableView) -> ToldChanges
  /// The same for a table that is going to ask for everything anew.
  func adopt()
}

/// What there was to tell a table.
enum ToldChanges {
  case nothing
  case rows
  /// Sections have come, gone or moved, and their links with them.
  case sections
}

/// Is told what happens to the content of a table, the moment it happens.
@MainActor
protocol TableContentObserver: AnyObject {
  func contentDidChange()
  func contentDidReset()
  func titlesDidChange()
  /// A failure for which no section has a link.
  func contentDidFail(_ error: any Error)
}
