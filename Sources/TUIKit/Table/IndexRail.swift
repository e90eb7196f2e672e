import Algorithms

/// The section titles at the right edge of a table, at even distances.
///
/// They replace the scroll mark: the titles of visible sections are highlighted.
///
/// A terminal that scrolls lines scrolls the titles along, so they are written again for each scrolled line. They leave
/// the last column empty, where writing would need an absolute address for each. The blanks between them
/// have their style, because a change of style takes more bytes than a title.
struct IndexRail: Equatable {
  struct Entry: Equatable {
    /// The first character of the title.
    let title: String
    let section: Int
  }

  /// The titles with their sections, which are ascending.
  let entries: [Entry]
  /// The columns that the titles take from the rows; without titles, that of the scroll mark.
  var width: Int { entries.isEmpty ? 1 : 2 }

  /// The least height at which titles are shown.
  static let minimumHeight = 4

  init() {
    entries = []
  }

  /// Leaves out titles of sections that don't exist, those that are not in ascending order, and those that begin like
  /// the title above.
  init(titles: [String], sections: [Int], sectionCount: Int) {
    var entries: [Entry] = []
    for (title, section) in zip(titles, sections) where 0..<sectionCount ~= section {
      guard let first = title.first.map({ String($0) }) else { continue }
      if let last = entries.last, last.section > section || last.title.lowercased() == first.lowercased() { continue }
      entries.append(Entry(title: first, section: section))
    }
    self.entries = entries
  }

  func isShown(in height: Int) -> Bool { entries.count > 1 && height >= Self.minimumHeight }

  /// The titles of a line.
  func titles(at line: Int, height: Int) -> Range<Int> {
    func first(_ line: Int) -> Int { (line * entries.count + height - 1) / height }
    return first(line)..<first(line + 1)
  }

  /// The title for a click on a line: the one there, or the nearest above.
  func title(at line: Int, height: Int) -> Int {
    let here = titles(at: min(max(line, 0), height - 1), height: height)
    return here.isEmpty ? max(0, here.lowerBound - 1) : here.lowerBound
  }

  /// The place of a line of the content among the titles: 2.5 is half-way from the third to the fourth.
  func position(of line: Int, in geometry: TableGeometry) -> Double {
    guard let section = geometry.item(atLine: line)?.section else { return line < 0 ? 0 : Double(entries.count) }
    let passed = entries.partitioningIndex { $0.section > section }
    guard passed > 0 else { return 0 }
    let entry = entries[passed - 1]
    // The first of several titles for one section.
    let title = entries.partitioningIndex { $0.section >= entry.section }
    let start = geometry.sections[entry.section].firstLine
    let end = entries[ifPresent: passed].map { geometry.sections[$0.section].firstLine } ?? geometry.height
    let share = Double(line - start) / Double(max(end - start, 1))
    return Double(title) + share * Double(passed - title)
  }
}

extension IndexRail {
  /// The titles that the data source of a table returns for its sections.
  @MainActor
  init(of table: TableView, sectionCount: Int) {
    guard let dataSource = table.dataSource, let titles = dataSource.sectionIndexTitles(for: table), !titles.isEmpty
    else {
      self.init()
      return
    }
    let sections = titles.enumerated().map {
      dataSource.tableView(table, sectionForSectionIndexTitle: $0.element, at: $0.offset)
    }
    self.init(titles: titles, sections: sections, sectionCount: sectionCount)
  }
}

extension TableView {
  /// Whether the titles are shown: not while all rows are visible.
  var showsIndexRail: Bool {
    layout.rail.isShown(in: bounds.height) && bounds.width > layout.rail.width + 2 && geometry.height > bounds.height
  }

  /// The titles of the visible sections.
  var highlightedTitles: ClosedRange<Int> {
    let rail = layout.rail
    let first = Int(rail.position(of: contentOffset, in: geometry))
    return first...max(first, Int(rail.position(of: contentOffset + bounds.height - 1, in: geometry)))
  }

  func drawIndexRail(in canvas: Canvas) {
    let (rail, highlighted) = (layout.rail, highlightedTitles)
    let style = Style(.textDim, on: background)
    let x = bounds.width - rail.width
    canvas.fill(Rect(x: x, y: 0, width: 1, height: bounds.height), style: style)
    for y in 0..<bounds.height {
      let titles = rail.titles(at: y, height: bounds.height)
      guard let first = titles.first else { continue }
      let title = titles.contains(highlighted.lowerBound) ? highlighted.lowerBound : first
      let isHighlighted = titles.overlaps(Range(highlighted))
      canvas.write(
        rail.entries[title].title, at: Point(x: x, y: y),
        style: isHighlighted ? Style(.accent, on: background, .bold) : style)
    }
  }

  // MARK: Sections

  /// Scrolls to the section of the title on a line.
  func goToTitle(at line: Int) {
    let rail = layout.rail
    selectFirstRow(ofSection: rail.entries[rail.title(at: line, height: bounds.height)].section)
  }

  /// Selects the first row of a section, or of the next section that has rows, and scrolls its title to the top.
  ///
  /// - Complexity: O(log sections).
  public func selectFirstRow(ofSection section: Int) {
    loadIfNeeded()
    guard geometry.sections.indices.contains(section), geometry.rowCount > 0 else { return }
    let row = geometry.row(atOrdinal: min(geometry.sections[section].firstOrdinal, geometry.rowCount - 1))
    setContentOffset(geometry.line(of: .header(section)))
    presenter.endCrossFade()
    highlight(row, notify: true)
    viewport.followSelection()
    delegate?.tableViewDidUpdate(self)
  }

  /// Moves the selection to the first row of the next section, or of this one and then of the previous sections.
  func moveSelection(bySections step: Int) {
    loadIfNeeded()
    guard let selected = selection.row else { return moveSelection(by: 0) }
    guard step < 0 else {
      let next = geometry.sections[selected.section].firstOrdinal + geometry.sections[selected.section].rowCount
      if let row = geometry.row(atOrdinal: next) { selectFirstRow(ofSection: row.section) }
      return
    }
    guard selected.row == 0 else { return selectFirstRow(ofSection: selected.section) }
    if let row = geometry.row(atOrdinal: geometry.ordinal(of: selected) - 1) { selectFirstRow(ofSection: row.section) }
  }
}
