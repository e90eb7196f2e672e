import FoundationEssentials
import Glibc
import Testing
import Time

@testable import TUIKit

/// A table in a window with a manual clock.
@MainActor
final class TableStage: TableViewDataSource, TableViewDelegate {
  let scheduler = ManualScheduler()
  let clock: FrameClock
  let window: Window
  let surface: Surface
  let table = TableView()
  var sections: [[String]] = [[]]
  var headers: [String?] = []
  var footers: [String?] = []
  var heights: [String: Int] = [:]
  var indexTitles: [String]?
  var indexSections: [Int]?
  var cellType = TableViewCell.self
  var onUpdate: (TableView) -> Void = { _ in }
  var onHighlight: (IndexPath) -> Void = { _ in }
  var canMove: (IndexPath) -> Bool = { _ in false }
  var target: (_ source: IndexPath, _ proposed: IndexPath) -> IndexPath = { $1 }
  private(set) var frames = 0
  private(set) var countCalls = 0
  private(set) var cellCalls = 0
  private(set) var heightCalls = 0
  private(set) var titleCalls = 0
  private(set) var chosen: [IndexPath] = []
  private(set) var highlighted: [IndexPath] = []
  private(set) var inconsistencies: [TableInconsistency] = []
  private(set) var made = 0

  init(width: Int = 24, height: Int = 8, rows: [String] = []) {
    // The C library measures characters by its locale.
    setlocale(LC_CTYPE, "C.UTF-8")
    clock = FrameClock(scheduler: scheduler)
    window = Window(size: Size(width: width, height: height), frameClock: clock)
    surface = Surface(size: Size(width: width, height: height))
    sections = [rows]
    let controller = ViewController()
    controller.view.addSubview(table)
    table.frame = Rect(x: 0, y: 0, width: width, height: height)
    table.register(TableViewCell.self) { [unowned self] in
      made += 1
      return TableViewCell()
    }
    clock.onFrame = { [unowned self] in
      frames += 1
      window.draw(into: surface)
    }
    window.rootViewController = controller
    table.dataSource = self
    table.delegate = self
    window.makeFirstResponder(table)
    settle()
  }

  // MARK: Time

  /// Runs the clock until nothing is scheduled.
  func settle() { scheduler.run(limit: 10_000) }

  func advance(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

  // MARK: The screen

  var lines: [String] { (0..<surface.size.height).map { surface.line($0) } }
  var styles: [Style] {
    (0..<surface.size.height).flatMap { y in (0..<surface.size.width).map { surface.style(at: Point(x: $0, y: y)) } }
  }
  /// The screen without selection marks, scroll marks and section titles at the right.
  var texts: [String] {
    (0..<surface.size.height).map { y in
      let text = (1..<max(2, surface.size.width - 2)).map { surface.text(at: Point(x: $0, y: y)) }.joined()
      return text.trimmed
    }
  }
  var selectedLine: Int? {
    (0..<surface.size.height).first { surface.text(at: Point(x: 0, y: $0)) == "▌" }
  }
  var selectedText: String? {
    table.selectedIndexPath.map { sections[$0.section][$0.row] }
  }
  /// The share of `role` in the colour of the text on a line.
  func mix(_ line: Int, x: Int = 2) -> (role: ColorRole, step: Int) {
    surface.style(at: Point(x: x, y: line)).mix
  }

  func resetCounts() {
    countCalls = 0
    cellCalls = 0
    heightCalls = 0
    titleCalls = 0
    made = 0
    frames = 0
  }

  // MARK: Input

  func press(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) {
    window.send(.key(KeyEvent(key, modifiers)))
  }

  func press(_ character: Character) { press(.character(character)) }

  func mouse(_ action: MouseEvent.Action, x: Int = 3, y: Int) {
    window.send(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
  }

  func insert(_ text: String, at row: Int) {
    sections[0].insert(text, at: row)
    table.insertRows(at: [IndexPath(row: row, section: 0)])
  }

  func delete(_ row: Int) {
    sections[0].remove(at: row)
    table.deleteRows(at: [IndexPath(row: row, section: 0)])
  }

  func move(_ row: Int, to new: Int) {
    sections[0].insert(sections[0].remove(at: row), at: new)
    table.moveRow(at: IndexPath(row: row, section: 0), to: IndexPath(row: new, section: 0))
  }

  func change(_ row: Int, to text: String) {
    sections[0][row] = text
    table.reloadRows(at: [IndexPath(row: row, section: 0)])
  }

  // MARK: Data source and delegate

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    countCalls += 1
    return sections[section].count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    cellCalls += 1
    let cell = tableView.dequeueReusableCell(cellType, for: indexPath)
    cell.text = sections[indexPath.section][indexPath.row]
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    section < headers.count ? headers[section] : nil
  }

  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
    section < footers.count ? footers[section] : nil
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? {
    titleCalls += 1
    return indexTitles
  }

  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    indexSections?[index] ?? index
  }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { canMove(indexPath) }

  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { target(source, proposed) }

  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath) {
    let text = sections[source.section].remove(at: source.row)
    sections[target.section].insert(text, at: target.row)
    tableView.moveRow(at: source, to: target)
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
    heightCalls += 1
    return heights[sections[indexPath.section][indexPath.row]]
  }

  func tableViewDidUpdate(_ tableView: TableView) { onUpdate(tableView) }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { chosen.append(indexPath) }
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    highlighted.append(indexPath)
    onHighlight(indexPath)
  }
  func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) {
    inconsistencies.append(inconsistency)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// Rows named by their numbers.
func names(_ range: Range<Int>) -> [String] { range.map { "row \($0)" } }
