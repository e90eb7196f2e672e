import FoundationEssentials
import TUIKit

/// A table in sections: sticky titles, an index, marks, actions, rows that can be moved, and every kind of animated
/// change.
final class TablePage: GalleryPage, TableViewDataSource, TableViewDelegate {
  private static let animations: [(name: String, animation: RowAnimation)] = [
    ("automatic", .automatic), ("fade", .fade), ("slide", .slide), ("flash", .flash), ("none", .none),
  ]

  private let table = TableView()
  private let animation = SegmentedControl(animations.map(\.name))
  private var sections: [(letter: String, names: [String])]
  private var newcomers = 0

  init() {
    let last = ["Lovelace", "Hopper", "Turing", "Liskov", "Noether", "Wirth"]
    let first =
      "Ada Alan Åsa Barbara Bo Carl Donald Dennis Edsger Emmy Frances Grace Hedy Ida José Joan Ken Kari Leslie Lynn "
      + "Margaret Niklaus Ole Peter Radia Rózsa Søren Timothée Ursula Vera Whitfield Xia Yukihiro Zoë"
    let people = first.split(separator: " ").flatMap { name in last.prefix(3).map { "\(name) \($0)" } }
    let byLetter = Dictionary(grouping: people) { $0.hasPrefix("Å") ? "A" : String($0.prefix(1)) }
    sections = byLetter.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    super.init("Table")
  }

  override func loadView() -> View {
    let choice = StackView(.horizontal, spacing: 2)
    choice.insets = Insets(left: 1)
    choice.addArrangedSubview(Label("Changes come with", role: .textDim))
    choice.addArrangedSubview(animation)
    let stack = StackView(.vertical)
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(choice, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    return stack
  }

  override func viewDidLoad() {
    table.allowsMultipleSelection = true
    table.backgroundView = Label(
      "The list is empty.\n`a` adds a person.", role: .textDim, alignment: .center, numberOfLines: 0)
    table.rowActions = [
      TableViewRowAction("Change", key: KeyEvent(.character("c"))) { [weak self] in self?.change($0) },
      TableViewRowAction("Move to the end of the section", key: KeyEvent(.character("e"))) { [weak self] in
        self?.move($0)
      },
      TableViewRowAction("Delete", key: KeyEvent(.character("d")), role: .destructive) { [weak self] in
        self?.delete([$0])
      },
    ]
    table.dataSource = self
    table.delegate = self
  }

  override var preferredFirstResponder: Responder? { table }

  override func viewWillAppear() { tableViewDidUpdate(table) }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person after this row") { [weak self] in
        self?.add()
      },
      KeyCommand(KeyEvent(.character("d")), title: "delete", detail: "Delete the marked rows, or this one") {
        [weak self] in
        if let self { delete(table.indexPathsForSelectedRows) }
      },
      KeyCommand(KeyEvent(.character("s")), title: "shuffle", detail: "Shuffle this section") { [weak self] in
        self?.shuffle()
      },
    ]
  }

  // MARK: Changes

  private var chosen: RowAnimation { Self.animations[animation.selectedSegmentIndex ?? 0].animation }

  private func add() {
    newcomers += 1
    if sections.isEmpty {
      sections = [("N", [])]
      table.insertSections([0], with: chosen)
    }
    let place = table.selectedIndexPath.map { IndexPath(row: $0.row + 1, section: $0.section) } ?? [0, 0]
    sections[place.section].names.insert("Newcomer \(newcomers)", at: place.row)
    table.insertRows(at: [place], with: chosen)
    table.setAnnotation("by you", forRowAt: place)
  }

  private func change(_ path: IndexPath) {
    sections[path.section].names[path.row] += "!"
    table.reloadRows(at: [path], with: chosen)
  }

  private func move(_ path: IndexPath) {
    let name = sections[path.section].names.remove(at: path.row)
    sections[path.section].names.append(name)
    table.moveRow(at: path, to: IndexPath(row: sections[path.section].names.count - 1, section: path.section))
  }

  private func delete(_ paths: [IndexPath]) {
    table.performBatchUpdates {
      for path in paths.sorted(by: >) { sections[path.section].names.remove(at: path.row) }
      let empty = sections.indices.filter { sections[$0].names.isEmpty }
      for section in empty.reversed() { sections.remove(at: section) }
      table.deleteSections(empty, with: chosen)
      table.deleteRows(at: paths.filter { !empty.contains($0.section) }, with: chosen)
    }
    say("\(paths.count == 1 ? "One row is" : "\(paths.count) rows are") gone")
  }

  private func shuffle() {
    guard let section = table.selectedIndexPath?.section else { return }
    let old = sections[section].names
    let order = old.indices.reversed().map { $0 }
    sections[section].names = order.map { old[$0] }
    table.apply(moves: order.enumerated().map { (old: $0.element, new: $0.offset) }, inSection: section)
  }

  // MARK: Data source and delegate

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].names.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self, for: indexPath)
    cell.text = sections[indexPath.section].names[indexPath.row]
    cell.detailText = "\(cell.text.count) letters"
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { sections[section].letter }

  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
    section == sections.count - 1 ? "The end of the list" : nil
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? { sections.map(\.letter) }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to target: IndexPath) {
    let name = sections[source.section].names.remove(at: source.row)
    sections[target.section].names.insert(name, at: target.row)
    tableView.moveRow(at: source, to: target)
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    say("\(sections[indexPath.section].names[indexPath.row]) was chosen")
  }

  func tableViewDidUpdate(_ tableView: TableView) {
    let position = tableView.selectedIndexPath.flatMap { tableView.position(of: $0) }.map { $0 + 1 } ?? 0
    let marks = tableView.numberOfMarkedRows
    place("\(position) of \(tableView.numberOfRows)" + (marks > 0 ? "  ·  \(marks) marked" : ""))
  }
}
