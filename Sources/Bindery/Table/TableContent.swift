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
  /// The height of the rows of a section that a publisher sets; `nil` where none does.
  func rowHeight(ofSection section: Int) -> Int?
  func prefetch(_ indexPath: IndexPath)
  /// The identity of the item of a row; `nil` when the item has none.
  func identity(at indexPath: IndexPath) -> AnyHashable?

  /// The links of a section; `nil` when it has none of its own.
  func links(ofSection section: Int) -> SectionLinks?

  func start(_ observer: any TableContentObserver)
  func stop()

  /// The reason why the source of all sections does not report changes; `nil` while it works.
  var failure: (any Error)? { get }

  /// Makes the latest content known to the table, and applies the changes up to it as one batch.
  func applyChanges(to tableView: TableView) -> AppliedChanges
  /// Makes the latest content known to a table that is going to reload.
  func adopt()
}

/// The answers of a section's links, shared without a copy.
final class SectionLinks {
  let answers: TableViewAnswers

  init(_ answers: TableViewAnswers) {
    self.answers = answers
  }
}

/// The kind of changes that were applied to a table.
enum AppliedChanges {
  case nothing
  case rows(inserted: [InsertedRows])
  /// Sections were inserted, deleted or moved, together with their links.
  case sections(inserted: [InsertedRows])
}

/// The rows of one section that were inserted.
struct InsertedRows {
  let section: Int
  /// The inserted rows; `nil` when the whole section was inserted or reloaded.
  let rows: [Int]?
}

/// Notified of each change of a table's content, at once.
@MainActor
protocol TableContentObserver: AnyObject {
  func contentDidChange()
  func contentDidReset()
  func titlesDidChange()
  func rowHeightDidChange()
  /// A section without a link for failures has failed; returns whether the table has one, and has called it.
  func sectionDidFail(_ error: any Error) -> Bool
  /// The source of all sections has failed.
  func contentDidFail(_ error: any Error)
}
