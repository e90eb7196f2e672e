import FoundationEssentials
import Reactive
import TUIKit

/// A table's sections, as its data source and delegate. The table holds both weakly; the binding group keeps this.
@MainActor
public final class TableViewBinding {
  public let sections: [TableViewSectionBinding]

  public init(_ sections: [TableViewSectionBinding]) {
    self.sections = sections
    for (index, section) in sections.enumerated() { section.section = index }
  }

  isolated deinit {
    for section in sections { section.detach() }
  }

  func attach(to tableView: TableView) {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.prefetchDataSource = self
    for section in sections { section.attach(to: tableView) }
  }
}

extension TableViewBinding: TableViewDataSource {
  public func numberOfSections(in tableView: TableView) -> Int { sections.count }

  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].numberOfRows
  }

  public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    sections[indexPath.section].cell(forRow: indexPath.row, in: tableView)
  }

  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].headerTitle
  }

  public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
    sections[section].footerTitle
  }
}

extension TableViewBinding: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    sections[indexPath.section].didSelectRow(indexPath.row)
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    sections[indexPath.section].didHighlightRow(indexPath.row)
  }

  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
    sections[indexPath.section].height(ofRow: indexPath.row)
  }

  public func tableViewDidUpdate(_ tableView: TableView) {
    for section in sections { section.didUpdate(tableView) }
  }
}

extension TableViewBinding: TableViewDataSourcePrefetching {
  public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
    for indexPath in indexPaths { sections[indexPath.section].prefetchRow(indexPath.row) }
  }
}

/// The table shows one section, and what its links say about it.
@MainActor
public func *= (tableView: TableView, section: TableViewSectionBinding) {
  tableView *= [section]
}

/// The table shows these sections.
@MainActor
public func *= (tableView: TableView, sections: [TableViewSectionBinding]) {
  let binding = TableViewBinding(sections)
  BindingGroup.forBinding("sections", of: tableView).retain(binding)
  binding.attach(to: tableView)
}
