import Time

/// The titles in the last column of a table, and how they share it with the scroll mark.
///
/// They stand at even distances. The mark is where one is among them: at the title whose sections one sees, and beyond it as
/// far as one is on the way to the next.
struct IndexRail: Equatable {
  /// The first character of each title.
  let titles: [String]
  /// The section that each leads to, ascending.
  let sections: [Int]
  /// Columns, those of the scroll mark when there are no titles.
  let width: Int

  /// Fewer lines than this are too few to find a letter in.
  static let minimumHeight = 4

  init() {
    (titles, sections, width) = ([], [], 1)
  }

  /// Titles that lead nowhere, or back, are left out.
  init(titles: [String], sections: [Int], sectionCount: Int) {
    var kept: [(title: String, section: Int)] = []
    for (title, section) in zip(titles, sections) where 0..<sectionCount ~= section {
      guard let first = title.first, kept.last.map({ $0.section <= section }) ?? true else { continue }
      kept.append((String(first), section))
    }
    self.titles = kept.map(\.title)
    self.sections = kept.map(\.section)
    width = min(max(1, kept.map { $0.title.displayWidth }.max() ?? 1), 2)
  }

  func isShown(in height: Int) -> Bool { titles.count > 1 && height >= Self.minimumHeight }

  /// The line on which a title stands; in a low window several share one.
  func line(of title: Int, height: Int) -> Int { title * height / titles.count }

  /// The titles of a line.
  func titles(at line: Int, height: Int) -> Range<Int> {
    func first(_ line: Int) -> Int { (line * titles.count + height - 1) / height }
    return first(line)..<first(line + 1)
  }

  /// The title that a click on a line means: the one there, or the nearest above.
  func title(at line: Int, height: Int) -> Int {
    let here = titles(at: min(max(line, 0), height - 1), height: height)
    return here.isEmpty ? max(0, here.lowerBound - 1) : here.lowerBound
  }

  /// Where a line of the content is among the titles: 2.5 is half-way from the third to the fourth.
  func position(of line: Int, in geometry: TableGeometry) -> Double {
    guard let section = geometry.item(atLine: line)?.section else { return line < 0 ? 0 : Double(titles.count) }
    let passed = sections.lowerBound(section + 1)
    guard passed > 0 else { return 0 }
    // Of several titles for one section the first is meant.
    let title = sections.lowerBound(sections[passed - 1])
    let start = geometry.sections[sections[title]].firstLine
    let end = passed < sections.count ? geometry.sections[sections[passed]].firstLine : geometry.height
    let share = Double(line - start) / Double(max(end - start, 1))
    return Double(title) + share * Double(passed - title)
  }
}

/// When the titles are out of the way: a terminal moves whole lines, and takes along what ought to stay in the last column.
/// Writing all of it again for each line that one scrolls would cost more than the line.
///
/// They stay for one step, go with the second that follows soon, and are back when one stops. The mark is there all the time.
struct IndexRailRest {
  fileprivate(set) var lastStep: Instant?
  fileprivate(set) var end: Instant?
  fileprivate var wakening: ScheduledAction?

  /// Steps no further apart than this are one scrolling.
  static let gap = Duration.milliseconds(200)
  /// How long after the last step the titles are back.
  static let pause = Duration.milliseconds(300)
}

extension TableView {
  func makeIndexRail() -> IndexRail {
    guard let dataSource, let titles = dataSource.sectionIndexTitles(for: self), !titles.isEmpty else {
      return IndexRail()
    }
    let sections = titles.enumerated().map {
      dataSource.tableView(self, sectionForSectionIndexTitle: $0.element, at: $0.offset)
    }
    return IndexRail(titles: titles, sections: sections, sectionCount: geometry.sections.count)
  }

  /// Not while all can be seen anyway: then there is nowhere to go.
  var showsIndexRail: Bool {
    rail.isShown(in: bounds.height) && bounds.width > rail.width + 2 && geometry.height > bounds.height
  }

  /// The lines of the last column that stand for what can be seen; `nil` when that is everything.
  var markedRailLines: ClosedRange<Int>? {
    let height = bounds.height
    guard height > 0, geometry.height > height else { return nil }
    func line(_ contentLine: Int) -> Int {
      let position = rail.position(of: contentLine, in: geometry)
      return min(Int(position * Double(height) / Double(rail.titles.count)), height - 1)
    }
    let first = line(contentOffset)
    return first...max(first, line(contentOffset + height - 1))
  }

  func drawIndexRail(in canvas: Canvas) {
    let height = bounds.height
    let marked = markedRailLines
    let current = Int(rail.position(of: contentOffset, in: geometry))
    for y in 0..<height {
      let isMarked = marked?.contains(y) ?? false
      let titles = rail.titles(at: y, height: height)
      guard isMarked || !titles.isEmpty && railRest.end == nil else { continue }
      let style = isMarked ? Style(.accent, on: background, .bold) : Style(.textDim, on: background)
      let title = titles.contains(current) ? current : titles.lowerBound
      canvas.write(
        titles.isEmpty ? "┃" : rail.titles[title], at: Point(x: bounds.width - rail.width, y: y), style: style,
        truncates: false)
    }
  }

  /// What can be seen has moved by so many lines.
  func restIndexRail(scrollingBy lines: Int) {
    // A page is written anew in any case; and whoever holds the mark wants to see where it goes.
    guard showsIndexRail, !dragsScrollMark, abs(lines) <= bounds.height / 2 else { return showIndexRail() }
    let now = now
    defer { railRest.lastStep = now }
    guard let last = railRest.lastStep, now - last <= IndexRailRest.gap else { return }
    railRest.end = now + IndexRailRest.pause
    if railRest.wakening?.isPending != true { wakeIndexRail(at: now + IndexRailRest.pause) }
  }

  private func wakeIndexRail(at instant: Instant) {
    railRest.wakening = window?.frameClock.scheduler.schedule(at: instant) { [weak self] in
      guard let self, let end = railRest.end else { return }
      if now < end { wakeIndexRail(at: end) } else { showIndexRail() }
    }
    if railRest.wakening == nil { railRest.end = nil }
  }

  func showIndexRail() {
    guard railRest.end != nil else { return }
    railRest.end = nil
    setNeedsDisplay()
  }

  // MARK: Going from section to section

  /// Goes to what a title of the index leads to.
  func goToTitle(at line: Int) {
    selectFirstRow(ofSection: rail.sections[rail.title(at: line, height: bounds.height)])
  }

  /// Selects the first row of a section (of the next one that has any), with its title at the top of the window.
  public func selectFirstRow(ofSection section: Int) {
    loadIfNeeded()
    guard geometry.sections.indices.contains(section), geometry.rowCount > 0 else { return }
    let row = geometry.row(atOrdinal: min(geometry.sections[section].firstOrdinal, geometry.rowCount - 1))
    setContentOffset(geometry.line(of: .header(section)))
    endCrossFade()
    highlight(row, notify: true)
    followSelection()
    delegate?.tableViewDidUpdate(self)
  }

  /// Moves the selection to the beginning of the next section that has rows, or of this one and then of those before.
  func moveSelection(bySections step: Int) {
    loadIfNeeded()
    guard let selected else { return moveSelection(by: 0) }
    guard step < 0 else {
      let next = geometry.sections[selected.section].firstOrdinal + geometry.sections[selected.section].rowCount
      if let row = geometry.row(atOrdinal: next) { selectFirstRow(ofSection: row.section) }
      return
    }
    guard selected.row == 0 else { return selectFirstRow(ofSection: selected.section) }
    if let row = geometry.row(atOrdinal: geometry.ordinal(of: selected) - 1) { selectFirstRow(ofSection: row.section) }
  }
}
