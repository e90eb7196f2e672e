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
    let status = Label("", role: .textDim, alignment: .center)
    bindings = BindingGroup {
      label.textBinding *= count.map { $0.map { "\($0)" } ?? "…" }
      more.pressBinding *= { [counter] in counter.send("increment", 1) }
      status.textBinding *= server.text(of: $counter)
    }
    tokens = [
      onActorEvent($counter, "newCount") { [count] (value: Int) in count.value = value },
      $counter.connStatus.sink { [weak self] status in self?.follow(status) },
    ]
    let stack = StackView(.vertical, spacing: 1)
    stack.insets = Insets(top: 2, left: 4, right: 4)
    for view in [label, more, status] { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(View(), sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  private func follow(_ status: ActorConnStatus) {
    if status == .disconnected { server.takeOver() }
    guard status == .connected else { return }
    Task { [counter, count] in
      if let value = try? await counter.action("getCount", as: Int.self) { count.value = value }
    }
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() }]
  }
}
