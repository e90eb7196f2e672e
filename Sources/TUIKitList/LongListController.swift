import FoundationEssentials
import Glibc
import TUIKit
import Time

/// A list of any length (`N=1000000`), of which only the visible rows exist.
///
/// `i` inserts a row, `x` deletes it, `b` inserts twenty among the visible rows, `r` changes a thousand within a
/// second, `/` focuses a text field below.
final class LongListController: ViewController, TableViewDataSource, TableViewDelegate {
  private static let firstNames = [
    "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Ken", "Dennis", "Margaret", "Linus", "Frances", "John",
    "Radia", "Tim", "Anita", "Niklaus",
  ]
  private static let lastNames = [
    "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Thompson", "Ritchie", "Hamilton", "Torvalds",
    "Allen", "Backus", "Perlman", "Lee", "Borg", "Wirth",
  ]

  private let table = TableView()
  private let status = Label()
  private let field = TextField()
  private let quit: () -> Void
  /// The numbers of the people, in order; those of inserted rows are negative.
  private var people: [Int32]
  private var inserted: Int32 = 0

  init(count: Int = getenv("N").flatMap { Int(String(cString: $0)) } ?? 10_000, quit: @escaping () -> Void) {
    // Without a closure, which would check for each row that the main actor runs it.
    people = Array(0..<Int32(clamping: max(0, count)))
    self.quit = quit
  }

  override func loadView() -> View {
    table.dataSource = self
    table.delegate = self
    let stack = StackView(.vertical)
    stack.addArrangedSubview(table, sizing: .fill)
    let line = StackView(.horizontal)
    line.addArrangedSubview(status, sizing: .fixed(30))
    line.addArrangedSubview(field, sizing: .fill)
    stack.addArrangedSubview(line, sizing: .fixed(1))
    field.addAction(for: .primaryAction) { [weak self] in self?.table.becomeFirstResponder() }
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.character("i")), title: "insert") { [weak self] in self?.insert() },
      KeyCommand(KeyEvent(.character("x")), title: "delete") { [weak self] in self?.delete() },
      KeyCommand(KeyEvent(.character("b")), title: "insert many") { [weak self] in self?.insertMany() },
      KeyCommand(KeyEvent(.character("r")), title: "change many") { [weak self] in self?.changeMany() },
      KeyCommand(KeyEvent(.character("/")), title: "type") { [weak self] in self?.type() },
      KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() },
    ]
  }

  private func insert() {
    inserted += 1
    // Below the selected row, which keeps its line, so that the insertion is visible.
    let row = table.selectedIndexPath.map { $0.row + 1 } ?? 0
    people.insert(-inserted, at: row)
    table.apply(insertions: [row], inSection: 0)
  }

  private func insertMany() {
    guard let first = table.indexPathsForVisibleRows.first?.row else { return }
    let rows = (0..<20).map { first + 1 + 2 * $0 }.filter { $0 <= people.count }
    for row in rows {
      inserted += 1
      people.insert(-inserted, at: row)
    }
    table.apply(insertions: rows, inSection: 0)
  }

  /// Reports each change separately, a millisecond after the previous one.
  private func changeMany() {
    guard let clock = view.window?.frameClock else { return }
    let start = clock.now
    for number in 1...1_000 {
      clock.scheduler.schedule(at: start + .milliseconds(number)) { [weak self] in self?.change(number) }
    }
  }

  private func change(_ number: Int) {
    let visible = table.indexPathsForVisibleRows
    guard !visible.isEmpty else { return }
    let row = visible[number % visible.count].row
    inserted += 1
    people[row] = -inserted
    table.apply(modifications: [(old: row, new: row)], inSection: 0)
  }

  private func type() {
    field.text = ""
    field.becomeFirstResponder()
  }

  private func delete() {
    guard let row = table.selectedIndexPath?.row else { return }
    people.remove(at: row)
    table.apply(deletions: [row], inSection: 0)
  }

  // MARK: Data source and delegate

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { people.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(ContactCell.self, for: indexPath)
    let number = Int(abs(people[indexPath.row]))
    let first = Self.firstNames[number % 16]
    let last = people[indexPath.row] < 0 ? "Inserted" : Self.lastNames[number / 16 % 16]
    cell.columns = [
      "\(first) \(last)", "\(first)\(number)@example.org",
      "+1555\(String(10_000_000 + number % 10_000_000).dropFirst())",
      number % 3 == 0 ? "friend" : "",
    ]
    return cell
  }

  func tableViewDidUpdate(_ tableView: TableView) {
    let position = tableView.selectedIndexPath.map { $0.row + 1 } ?? 0
    status.text = "\(position) of \(people.count)"
  }
}

/// Name, e-mail, telephone and tag in columns.
private final class ContactCell: TableViewCell {
  private static let starts = [0, 32, 72, 92]

  var columns: [String] = [] {
    didSet { if columns != oldValue { setNeedsDisplay() } }
  }

  override func draw(in canvas: Canvas) {
    let style = isSelected ? Style(.selectionText, on: .selection) : Style()
    canvas.fill(style: style)
    for (text, start) in zip(columns, Self.starts) {
      canvas.write(text, at: Point(x: start, y: 0), style: style, maxWidth: start == 32 ? 39 : 31)
    }
  }
}
