/// The content of a table as its data source last described it: the places of rows and titles, and the section index.
@MainActor
final class TableLayout {
  private(set) var geometry = TableGeometry()
  private(set) var headerTitles: [String?] = []
  private var footerTitles: [String?] = []
  private(set) var rail = IndexRail()

  /// The title of a header or a footer.
  func title(of item: TableItem) -> String? {
    switch item {
    case .header(let section): headerTitles[section]
    case .footer(let section): footerTitles[section]
    case .row: nil
    }
  }

  /// Sets new numbers of rows, and queries the titles of the sections and of the index.
  ///
  /// - Parameters:
  ///   - counts: The number of rows of each section.
  ///   - table: The table whose data source is queried.
  ///   - heights: Returns the known heights of the rows of a section.
  /// - Complexity: O(sections).
  func rebuild(_ counts: [Int], for table: TableView, heights: (Int) -> RowHeights) {
    let dataSource = table.dataSource
    headerTitles = counts.indices.map { dataSource?.tableView(table, titleForHeaderInSection: $0) }
    footerTitles = counts.indices.map { dataSource?.tableView(table, titleForFooterInSection: $0) }
    geometry = TableGeometry(
      rowHeight: table.rowHeight,
      sections: counts.indices.map {
        TableGeometry.Section(
          rowCount: counts[$0], headerHeight: headerTitles[$0] == nil ? 0 : 1,
          footerHeight: footerTitles[$0] == nil ? 0 : 1, heights: heights($0))
      })
    rail = IndexRail(of: table, sectionCount: counts.count)
  }

  /// Sets the height of a row; returns whether it has changed.
  func setHeight(_ height: Int, of row: RowIndex) -> Bool {
    geometry.setHeight(height, of: row)
  }
}
