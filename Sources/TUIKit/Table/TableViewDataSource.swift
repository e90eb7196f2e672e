import FoundationEssentials

/// Says how many rows a table has and what they show.
///
/// The table asks for numbers only when it is told to reload and in a batch, and for cells only of the rows that can be seen.
@MainActor
public protocol TableViewDataSource: AnyObject {
  /// One, unless told.
  func numberOfSections(in tableView: TableView) -> Int
  /// Asked at a reload and at the end of a batch.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// The cell for a row, as a rule from ``TableView/dequeueReusableCell(_:for:)``.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  /// What stands above a section, one line high; nothing when `nil`, as it is unless told.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
  /// What stands below a section, one line high; nothing when `nil`, as it is unless told.
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
  /// What stands in the last column for a click to go to, from the top: the letters A to Z, say. Of each the first character
  /// is shown. None when `nil`, as it is unless told. Asked whenever the numbers are.
  func sectionIndexTitles(for tableView: TableView) -> [String]?
  /// The section that a title of the index leads to: the one of the same number, unless told.
  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
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
}
