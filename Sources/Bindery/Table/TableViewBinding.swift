import FoundationEssentials
import Reactive
import TUIKit

/// All sections of a table, and a chain of links that answer the table's questions.
///
///     tableView *= TableViewBinding
///       .sections(viewModel.peopleByLetter, header: { "\($0)" }) { (cell: PersonCell, person) in
///         cell.person = person
///       }
///       .didSelectRow { indexPath in viewModel.edit(indexPath) }
///
/// The changes of several sections between two frames reach the table as one batch.
public struct TableViewBinding: ComposableDelegate {
  /// The answers of the links.
  public var answers = TableViewAnswers()

  let makeContent: @MainActor () -> any TableContent

  /// The key of a table's binding among its attachments.
  static let attachmentKey = "rows"

  init(_ makeContent: @escaping @MainActor () -> any TableContent) {
    self.makeContent = makeContent
  }

  // MARK: Sections

  /// Sections that follow a publisher: they are inserted, deleted, moved and replaced.
  ///
  /// A modified section starts again.
  public static func sections(
    _ changes: some Publisher<CollectionChange<[TableViewSectionBinding]>, Never>
  ) -> Self {
    let changes = changes.eraseToAnyPublisher()
    return Self { BoundSectionsContent(changes) }
  }

  /// A fixed list of sections, each of which follows its own source.
  public static func sections(_ sections: [TableViewSectionBinding]) -> Self {
    Self.sections(Just(.initial(sections)))
  }

  /// A fixed list of sections, each of which follows its own source.
  public static func sections(_ sections: TableViewSectionBinding...) -> Self {
    .sections(sections)
  }

  /// The sections of one list, as its changes describe them.
  ///
  /// Only displayed rows are read: a lazy list of any size is bound at the cost of its sections. A row keeps its
  /// identity, selection and mark when it moves to another section; sections with the same header are the same.
  ///
  /// - Parameters:
  ///   - changes: The changes of the list, with its sections.
  ///   - header: The title above the section with a key; none when `nil`.
  ///   - footer: The title below the section with a key; none when `nil`.
  ///   - makeCell: Returns the cell for an item.
  public static func sections<Key, Items: RandomAccessCollection>(
    _ changes: some Publisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String? = { _ in nil },
    footer: @escaping (Key) -> String? = { _ in nil }, makeCell: @escaping MakeCell<Items.Element>
  ) -> Self where Items.Index == Int {
    let changes = changes.eraseToAnyPublisher()
    return Self { SectionedContent(changes, header: header, footer: footer, makeCell: makeCell) }
  }

  /// The sections of one list, as its changes describe them; `configure` sets up a cell of its type for an item.
  public static func sections<Key, Items: RandomAccessCollection, Cell: TableViewCell>(
    _ changes: some Publisher<SectionedChange<Key, Items>, Never>, header: @escaping (Key) -> String? = { _ in nil },
    footer: @escaping (Key) -> String? = { _ in nil }, configure: @escaping ConfigureCell<Cell, Items.Element>
  ) -> Self where Items.Index == Int {
    sections(changes, header: header, footer: footer, makeCell: TableViewSectionBinding.dequeuing(configure))
  }

  /// The sections of one list, as its changes describe them; each row is a cell of type `cell`, bound to its item.
  public static func sections<Key, Items: RandomAccessCollection, Cell: TableViewCell & BindableView>(
    _ changes: some Publisher<SectionedChange<Key, Items>, Never>, cell: Cell.Type,
    header: @escaping (Key) -> String? = { _ in nil }, footer: @escaping (Key) -> String? = { _ in nil }
  ) -> Self where Items.Index == Int, Cell.Element == Items.Element {
    sections(changes, header: header, footer: footer) { (cell: Cell, item) in cell.bind(to: item) }
  }

  /// Shows the first character of each section's title in the last column, where a click goes to the section.
  ///
  /// - Complexity: O(1); each reload costs O(sections).
  public func sectionIndex() -> Self {
    answering(\.sectionIndexTitles) { titles in titles.map { String($0?.first ?? " ") } }
  }

  // MARK: Rows

  /// Calls `action` when a row is chosen: with Enter, or with a click on the selected row.
  public func didSelectRow(_ action: @escaping (IndexPath) -> Void) -> Self {
    answering(\.didSelectRow, action)
  }

  /// Lets the user move rows, with Alt-Up, Alt-Down and the mouse, also between sections.
  ///
  /// - Parameter move: Moves the item in the source of the rows. The change that the source publishes moves the row.
  public func moveRow(_ move: @escaping (_ source: IndexPath, _ target: IndexPath) -> Void) -> Self {
    answering(\.moveRow, move)
  }
}
