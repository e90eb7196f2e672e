import FoundationEssentials

/// The number of a table's rows and their contents.
///
/// The table asks for numbers only at a reload and in a batch, and for cells only of visible rows.
@MainActor
public protocol TableViewDataSource: AnyObject {
  /// The number of sections; one by default.
  func numberOfSections(in tableView: TableView) -> Int
  /// The number of rows of a section. Asked at a reload and at the end of a batch.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// The cell for a row, usually from ``TableView/dequeueReusableCell(_:for:)``.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  /// The title above a section, one line high; `nil`, as by default, for none.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
  /// The title below a section, one line high; `nil`, as by default, for none.
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
  /// The titles of the section index in the last column, from the top, such as A to Z; `nil`, as by default, for none.
  ///
  /// The index shows the first character of each. Asked whenever the numbers are.
  func sectionIndexTitles(for tableView: TableView) -> [String]?
  /// The section of a title of the index; that with the same number by default.
  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int

  /// Whether the user may move a row, with Alt-Up, Alt-Down and the mouse; `false` by default.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// The place to which a row may be moved instead of a proposed one; the proposed one by default.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath
  /// Moves a row of the data. The table shows it when the data source calls ``TableView/moveRow(at:to:)``, as for any change.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - source: the row before the move.
  ///   - target: the row after the move.
  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath)
}

extension TableViewDataSource {
  /// One section.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// No title.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
  /// No title.
  public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
  /// No titles.
  public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
  /// The section of the same index.
  public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    index
  }
  /// `false`.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// The proposed place.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }
  /// Does nothing.
  public func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath) {}
}
