import FoundationEssentials
import Reactive
import TUIKit

/// All sections of a table, and a chain of links that says the rest.
///
///     tableView *= TableViewBinding
///       .sections(viewModel.peopleByLetter, header: { "\($0)" }) { (cell: PersonCell, person) in cell.person = person }
///       .didSelectRow { indexPath in viewModel.edit(indexPath) }
///
/// What happens to several sections between two frames is told to the table as one batch.
public struct TableViewBinding: ComposableDelegate {
  public var answers = TableViewAnswers()

  let makeContent: @MainActor () -> any TableContent

  /// Under which name a table keeps what binds it.
  static let attachmentKey = "rows"

  init(_ makeContent: @escaping @MainActor () -> any TableContent) {
    self.makeContent = makeContent
  }

  // MARK: Sections

  /// Sections that come, go, move and are replaced as `changes` says; a section that is modified begins anew.
  public static func sections(
    _ changes: some Publisher<CollectionChange<[TableViewSectionBinding]>, Never>
  ) -> Self {
    let changes = changes.eraseToAnyPublisher()
    return Self { SectionList(changes) }
  }

  /// Sections that stay; their rows change as they say.
  public static func sections(_ sections: [TableViewSectionBinding]) -> Self {
    Self.sections(Just(.initial(sections)))
  }

  /// Sections that stay; their rows change as they say.
  public static func sections(_ sections: TableViewSectionBinding...) -> Self {
    .sections(sections)
  }

  /// The sections of one list, as it says itself.
  ///
  /// Only rows that are shown are looked at: a lazy list of any size is bound at the cost of its sections. A row stays itself,
  /// selected and marked, when it comes to stand in another section; sections with the same header are the same.
  ///
  /// - Parameters:
  ///   - header: what stands above the section with a key; nothing when `nil`.
  ///   - makeCell: returns the cell for an item.
  public static func sections<Key, Items: RandomAccessCollection>(
    _ changes: some Publisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String? = { _ in nil },
    makeCell: @escaping MakeCell<Items.Element>
  ) -> Self where Items.Index == Int {
    let changes = changes.eraseToAnyPublisher()
    return Self { SectionedItems(changes, header: header, makeCell: makeCell) }
  }

  /// The sections of one list, as it says itself; `configure` sets up a cell of its type for an item.
  public static func sections<Key, Items: RandomAccessCollection, Cell: TableViewCell>(
    _ changes: some Publisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String? = { _ in nil },
    configure: @escaping ConfigureCell<Cell, Items.Element>
  ) -> Self where Items.Index == Int {
    sections(changes, header: header, makeCell: TableViewSectionBinding.dequeuing(configure))
  }

  /// The last column shows the first character of each section's title, for a click to go there.
  public func sectionIndex() -> Self {
    answering(\.sectionIndexTitles) { titles in titles.map { String($0?.first ?? " ") } }
  }

  // MARK: Rows

  /// The height of each row, in lines; the table's own when `nil`.
  public func rowHeight(_ height: @escaping (IndexPath) -> Int?) -> Self {
    answering(\.height) { _, indexPath in height(indexPath) }
  }

  /// A row was chosen: Enter, or a click on the selected row.
  public func didSelectRow(_ action: @escaping (IndexPath) -> Void) -> Self {
    answering(\.didSelectRow, action)
  }

  /// The selection has moved to a row.
  public func didHighlightRow(_ action: @escaping (IndexPath) -> Void) -> Self {
    answering(\.didHighlightRow, action)
  }
}
