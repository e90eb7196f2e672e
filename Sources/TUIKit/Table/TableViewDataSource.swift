import FoundationEssentials

/// Provides the rows of a table.
///
/// The table queries the numbers of all rows only at a reload and in a batch, those of the visible sections also at
/// each layout, and cells only for visible rows.
@MainActor
public protocol TableViewDataSource: AnyObject {
  /// The number of sections; one by default.
  func numberOfSections(in tableView: TableView) -> Int
  /// The number of rows of a section, queried at a reload, at the end of a batch, and at a layout if it is visible.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// The cell for a row, usually from ``TableView/dequeueReusableCell(_:for:)``.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  /// The title above a section, one line high; `nil`, the default, for none.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
  /// The title below a section, one line high; `nil`, the default, for none.
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
  /// The titles of the section index in the last column, from the top, such as A to Z; `nil`, the default, for none.
  ///
  /// The index shows the first character of each. They are queried together with the numbers of rows.
  func sectionIndexTitles(for tableView: TableView) -> [String]?
  /// The section of an index title; by default the section with the same index.
  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int

  /// Whether the user may move a row, with Alt-Up, Alt-Down and the mouse; `false` by default.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// The place to which a row is moved instead of a proposed one; the proposed one by default.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath
  /// Moves a row of the data. The table shows it when the data source calls ``TableView/moveRow(at:to:)``, as for any
  /// change.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - source: The row before the move.
  ///   - target: The row after the move.
  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath)
}

extension TableViewDataSource {
  /// Returns 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// Returns `nil`.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
  /// Returns `nil`.
  public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
  /// Returns `nil`.
  public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
  /// Returns the section with the same index.
  public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    index
  }
  /// `false`.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// Returns the proposed place.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }
  /// Does nothing.
  public func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath) {}
}
