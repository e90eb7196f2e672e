import FoundationEssentials

extension TableView {
  /// Whether the table has no rows.
  public var isEmpty: Bool { numberOfRows == 0 }

  /// The number of sections.
  public var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }

  /// The number of rows of all sections.
  public var numberOfRows: Int {
    loadIfNeeded()
    return geometry.rowCount
  }

  /// The number of rows of a section; 0 for a missing section.
  public func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rowCount : 0
  }

  /// The position of a row among all rows of all sections, from 0; `nil` when the row does not exist.
  public func position(of indexPath: IndexPath) -> Int? {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    return geometry.contains(row) ? geometry.ordinal(of: row) : nil
  }

  /// The row at a position among all rows of all sections, from 0; `nil` when it does not exist.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of sections.
  public func indexPath(atPosition position: Int) -> IndexPath? {
    loadIfNeeded()
    return geometry.row(atOrdinal: position)?.path
  }

  /// The visible rows, from the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible rows.
  public var indexPathsForVisibleRows: [IndexPath] {
    loadIfNeeded()
    return geometry.items(in: viewport.lines).compactMap { $0.row?.path }
  }

  /// The cell of a visible row.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    presenter.cell(at: RowIndex(indexPath))
  }

  /// The cells of visible rows, and of some that are moving, from the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible rows.
  public var visibleCells: [TableViewCell] { presenter.rows.ordered.compactMap(\.cell) }

  /// The row at a point of the table, when all motion has ended.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of sections.
  public func indexPathForRow(at point: Point) -> IndexPath? {
    loadIfNeeded()
    guard bounds.contains(point), sectionOfTitle(at: point) == nil else { return nil }
    return geometry.item(atLine: contentOffset + point.y)?.row?.path
  }

  /// The section of the title at a point; the sticky title covers a row.
  func sectionOfTitle(at point: Point) -> Int? {
    if let title = viewport.stickyHeader {
      let line = viewport.line(of: title)
      if line..<line + geometry.height(of: title) ~= point.y { return title.section }
    }
    guard case .header(let section)? = geometry.item(atLine: contentOffset + point.y) else { return nil }
    return section
  }
}
