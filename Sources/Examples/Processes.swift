import FoundationEssentials
import TUIKit
import Time

/// The processes of this machine, updated while they start, grow and end.
final class ProcessesViewController: ViewController, TableViewDataSource {
  struct Process: Equatable {
    var id: Int
    var name: String
    var memory: String
  }

  private let table = TableView()
  private let status = StatusBar()
  private let folder: String
  private let quit: () -> Void
  private var processes: [Process] = []
  private var nextUpdate: ScheduledAction?

  init(folder: String = "/proc", quit: @escaping () -> Void) {
    self.folder = folder
    self.quit = quit
  }

  isolated deinit { nextUpdate?.cancel() }

  override func loadView() -> View {
    table.dataSource = self
    let stack = StackView(.vertical)
    stack.addArrangedSubview(TitleBar("Processes"), sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    stack.addArrangedSubview(status, sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(), sizing: .fixed(1))
    return stack
  }

  override func viewDidAppear() { update() }
  override func viewDidDisappear() { nextUpdate?.cancel() }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() }]
  }

  /// Reads the processes once a second while the screen is visible.
  private func update() {
    show(Self.processes(in: folder))
    status.position = "\(processes.count) processes"
    nextUpdate = window?.frameClock.scheduler.schedule(after: .seconds(1)) { [weak self] in self?.update() }
  }

  /// Notifies the table of the changes: it moves the rows, and highlights new and changed ones.
  private func show(_ new: [Process]) {
    let old = processes
    processes = new
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    let stayed = new.indices.compactMap { index in places[new[index].id].map { (old: $0, new: index) } }
    table.apply(
      deletions: Array(Set(old.indices).subtracting(stayed.map(\.old))),
      insertions: Array(Set(new.indices).subtracting(stayed.map(\.new))),
      modifications: stayed.filter { old[$0.old] != new[$0.new] }, inSection: 0)
  }

  private static func processes(in folder: String) -> [Process] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { Int($0) }.sorted().compactMap { id in
      // A process that has ended since has no files.
      guard let text = try? String(contentsOfFile: "\(folder)/\(id)/status", encoding: .utf8) else { return nil }
      func field(_ name: String) -> String {
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
        return line.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
      }
      return Process(id: id, name: field("Name"), memory: field("VmRSS"))
    }
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { processes.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self, for: indexPath)
    let process = processes[indexPath.row]
    cell.text = "\(process.id)  \(process.name)"
    cell.detailText = process.memory
    return cell
  }
}
