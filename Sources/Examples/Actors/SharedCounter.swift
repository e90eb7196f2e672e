import Actors
import Bindery
import Reactive
import TUIKit

/// A number that all terminals share: start it twice, and press Enter.
final class SharedCounterViewController: ViewController {
  @Actor("counter", key: ["my-counter"]) private var counter
  private let server: ExampleServer
  private let quit: () -> Void
  private let count = CurrentValue<Int?, Never>(nil)
  /// Why the last press was not counted.
  private let problem = CurrentValue<String?, Never>(nil)
  private var bindings = BindingGroup()
  private var tokens: [AnyCancellable] = []

  init(server: ExampleServer, quit: @escaping () -> Void) {
    self.server = server
    self.quit = quit
    super.init()
    rivetKit(client: server.client)
  }

  isolated deinit {}

  override func loadView() -> View {
    let label = Label("", alignment: .center)
    let more = Button("one more")
    let (status, dot) = (Label("", role: .textDim, numberOfLines: 2), StatusDot())
    let warning = Label("", role: .warning, numberOfLines: 2)
    bindings = BindingGroup {
      label.textBinding *= count.map { $0.map { "\($0)" } ?? "…" }
      more.pressBinding *= weakly(self, SharedCounterViewController.increment)
      dot.isOnBinding *= $counter.isConnected
      status.textBinding *= server.text(of: $counter)
      warning.textBinding *= problem.map { $0 ?? "" }
    }
    tokens = server.follow($counter) { [weak self] in self?.load() }
    tokens.append(onActorEvent($counter, "newCount") { [count] (value: Int) in count.value = value })
    let stack = StackView(.vertical, spacing: 1)
    stack.insets = Insets(top: 2, left: 4, right: 4)
    for view in [label, more, StatusRow(dot, status), warning] { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(View(), sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  /// Counts, and reports the reason if that fails.
  private func increment() {
    problem.value = nil
    server.perform(on: counter) { [problem] counter in
      do { try await counter.action("increment", 1) } catch { problem.value = "\(error)" }
    }
  }

  /// Events that were broadcast without a connection are lost: asks for the number.
  private func load() {
    server.ask(counter, "getCount", problem) { [count] (value: Int) in count.value = value }
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() }]
  }
}
