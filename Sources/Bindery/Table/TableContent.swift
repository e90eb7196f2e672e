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

  /// What the links of a section answer; `nil` when it has none of its own.
  func links(ofSection section: Int) -> SectionLinks?

  func start(_ observer: any TableContentObserver)
  func stop()

  /// Makes the latest content that which the table knows, and tells the table what has led to it, in a batch; says what there
  /// was to tell.
  func tellChanges(to tableView: TableView) -> ToldChanges
  /// The same for a table that is going to ask for everything anew.
  func adopt()
}

/// What the links of a section answer, where many may look at it without a copy.
final class SectionLinks {
  let answers: TableViewAnswers

  init(_ answers: TableViewAnswers) {
    self.answers = answers
  }
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
