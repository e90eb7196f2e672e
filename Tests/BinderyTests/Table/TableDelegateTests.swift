import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `The questions of a bound table` {
  /// A delegate that records the questions and answers with its own name.
  final class Recorder: TableViewDelegate {
    let name: String
    var log: [String] = []
    init(_ name: String) { self.name = name }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { log.append("select") }
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) { log.append("highlight") }
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { 3 }
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
      log.append("display")
    }
    func tableViewDidChangeMarks(_ tableView: TableView) { log.append("marks") }
    func tableView(
      _ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool
    ) -> TableHeaderView? {
      let view = TableHeaderView()
      view.text = "\(name) \(isFooter)"
      return view
    }
  }

  let table = TableView()
  let own = Recorder("own")
  let common = Recorder("common")

  private func section(_ names: String...) -> TableViewSectionBinding {
    .items(names) { (cell: NameCell, name: String) in cell.text = name }
  }

  private var delegate: any TableViewDelegate {
    get throws { try #require(table.delegate) }
  }

  /// The answers about the first row of a section.
  private func answers(_ section: Int) throws -> (height: Int?, title: String?) {
    let (path, cell) = (IndexPath(row: 0, section: section), TableViewCell())
    try delegate.tableView(table, didSelectRowAt: path)
    try delegate.tableView(table, didHighlightRowAt: path)
    try delegate.tableView(table, willDisplay: cell, forRowAt: path)
    let title = try delegate.tableView(table, viewForTitleOfSection: section, isFooter: true)?.text
    return (try delegate.tableView(table, heightForRowAt: path), title)
  }

  @Test func `go to the fallback of the section before that of the table`() throws {
    let group = BindingGroup {
      table *= TableViewBinding.sections(section("a").default(own), section("b")).default(common)
    }
    #expect(try answers(0) == (3, "own true"))
    #expect(own.log == ["select", "highlight", "display"] && common.log.isEmpty)
    #expect(try answers(1) == (3, "common true"))
    #expect(common.log == ["select", "highlight", "display"])
    try delegate.tableViewDidChangeMarks(table)
    #expect(own.log.last == "marks" && common.log.last == "marks")
    withExtendedLifetime(group) {}
  }

  @Test func `go to a link of the section, of the table, and then to a fallback`() throws {
    var log: [String] = []
    func view(_ text: String) -> TableHeaderView {
      let view = TableHeaderView()
      view.text = text
      return view
    }
    let first = section("a").rowHeight(1).didSelectRow { _ in log.append("A") }.didHighlightRow { _ in log.append("B") }
      .willDisplay { _, _ in log.append("C") }.footerView { view("own") }
    let group = BindingGroup {
      table *= TableViewBinding.sections(first, section("b")).rowHeight(2).didSelectRow { _ in log.append("a") }
        .answering(\.didHighlightRow) { _ in log.append("b") }.willDisplay { _, _ in log.append("c") }
        .answering(\.titleView) { _, _ in view("all") }.default(common)
    }
    #expect(try answers(0) == (1, "own"))
    #expect(log == ["A", "B", "C"])
    #expect(try answers(1) == (2, "all"))
    #expect(log == ["A", "B", "C", "a", "b", "c"] && common.log.isEmpty)
    withExtendedLifetime(group) {}
  }

  @Test func `about moved rows need a link that moves them`() throws {
    let source = { try #require(table.dataSource) }
    func canMove(_ row: Int, _ section: Int) throws -> Bool {
      try source().tableView(table, canMoveRowAt: IndexPath(row: row, section: section))
    }
    let group = BindingGroup { table *= section("a").canMoveRow { _ in true } }
    #expect(try !canMove(0, 0))
    group.capture {
      table *= TableViewBinding.sections(section("a", "b").canMoveRow { $0 == 1 }, section("c")).moveRow { _, _ in }
        .answering(\.canMoveRow) { $0.section == 0 }
    }
    #expect(try !canMove(0, 0) && canMove(1, 0) && !canMove(0, 1))
    group.capture { table *= section("a").moveRow { _, _ in } }
    #expect(try canMove(0, 0))
  }

  @Test func `about moved rows without a link of the section leave the target`() throws {
    let group = BindingGroup {
      table *= TableViewBinding.sections(section("a"), section("b", "c"), section("d")).moveRow { _, _ in }
    }
    let target = IndexPath(row: 1, section: 1)
    let proposed = table.dataSource?.tableView(
      table, targetIndexPathForMoveFromRowAt: IndexPath(row: 0, section: 0), toProposedIndexPath: target)
    #expect(proposed == target)
    withExtendedLifetime(group) {}
  }

  @Test func `about a row before it is displayed go to every link, the last first`() throws {
    var log: [Int] = []
    let group = BindingGroup {
      table *= section("a").willDisplay { _, _ in log.append(1) }.willDisplay { _, path in log.append(2 + path.row) }
    }
    try delegate.tableView(table, willDisplay: TableViewCell(), forRowAt: IndexPath(row: 0, section: 0))
    #expect(log == [2, 1])
    withExtendedLifetime(group) {}
  }

  @Test func `about titles have a header view and a footer view, in any order`() throws {
    func view(_ text: String) -> TableHeaderView {
      let view = TableHeaderView()
      view.text = text
      return view
    }
    let group = BindingGroup {
      table *= [
        section("a").headerView { view("header") }.footerView { view("footer") },
        section("b").footerTitle("end").footerView { view("footer") }.headerTitle("start").headerView {
          view("header")
        },
        section("c").headerView { view("header") },
      ]
    }
    func texts(_ section: Int) throws -> [String?] {
      try [false, true].map { try delegate.tableView(table, viewForTitleOfSection: section, isFooter: $0)?.text }
    }
    #expect(try texts(0) == ["header", "footer"] && texts(1) == ["header", "footer"] && texts(2) == ["header", nil])
    let source = try #require(table.dataSource)
    #expect((0..<3).map { source.tableView(table, titleForHeaderInSection: $0) } == ["", "start", ""])
    #expect((0..<3).map { source.tableView(table, titleForFooterInSection: $0) } == ["", "end", nil])
    withExtendedLifetime(group) {}
  }

  @Test func `about actions show those of the row's section, then the table's`() {
    var log: [String] = []
    let group = BindingGroup {
      table *= TableViewBinding.sections(
        section("a").rowAction("A") { _ in log.append("A") },
        section("b", "c").rowAction("B", isEnabled: { $0 == 1 }) { log.append("B \($0)") }
      ).rowAction(TableViewRowAction("All") { log.append("all \($0.section)") })
    }
    func titles(_ row: Int, _ section: Int) -> [String] {
      table.rowActions.filter { $0.isEnabled(IndexPath(row: row, section: section)) }.map(\.title)
    }
    #expect(table.rowActions.map(\.title) == ["A", "B", "All"])
    #expect(titles(0, 0) == ["A", "All"] && titles(0, 1) == ["All"] && titles(1, 1) == ["B", "All"])
    for action in table.rowActions { action.handler(IndexPath(row: 1, section: 1)) }
    #expect(log == ["A", "B 1", "all 1"])
    withExtendedLifetime(group) {}
  }

  @Test func `about actions of one title stay apart`() {
    var log: [String] = []
    let group = BindingGroup {
      table *= TableViewBinding.sections(
        section("a").rowAction("Delete") { log.append("first \($0)") },
        section("b", "c").rowAction("Delete") { log.append("second \($0)") })
    }
    for position in 0..<3 {
      table.selectRow(at: table.indexPath(atPosition: position))
      let commands = table.keyCommands.filter { $0.title == "Delete" }
      #expect(commands.map { $0.isEnabled() } == [position == 0, position > 0])
      #expect(commands.allSatisfy { $0.actsOnSelection })
      for command in commands { command.action() }
    }
    #expect(log == ["first 0", "second 0", "second 1"])
    withExtendedLifetime(group) {}
  }

  @Test func `about rows that will be displayed name all rows to the table's link`() {
    var log: [String] = []
    let group = BindingGroup {
      table *= TableViewBinding.sections(
        section("a").answering(\.prefetchRows) { log.append("0: \($0.map(\.row))") },
        section("b", "c").answering(\.prefetchRows) { log.append("1: \($0.map(\.row))") }
      ).answering(\.prefetchRows) { log.append("\($0.count)") }
    }
    let paths = [IndexPath(row: 0, section: 1), IndexPath(row: 1, section: 1)]
    table.prefetchDataSource?.tableView(table, prefetchRowsAt: paths)
    #expect(log == ["2", "1: [0, 1]"])
    withExtendedLifetime(group) {}
  }
}
