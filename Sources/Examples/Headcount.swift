import Bindery
import Reactive
import TUIKit

/// A headcount: the smallest view model, bound to a label and two buttons.
@MainActor
final class HeadcountViewModel {
  private let count = CurrentValue<Int, Never>(0)

  var text: some Publisher<String, Never> { count.map { $0 == 1 ? "1 person" : "\($0) people" } }
  var canDecrease: some Publisher<Bool, Never> { count.map { $0 > 0 }.removeDuplicates() }

  isolated deinit {}

  func increase() { count.value += 1 }
  func decrease() { count.value -= 1 }
}

final class HeadcountViewController: ViewController {
  private let viewModel: HeadcountViewModel
  private let quit: () -> Void
  private var bindings = BindingGroup()

  init(viewModel: HeadcountViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    let label = Label("", alignment: .center)
    let more = Button("one more")
    let fewer = Button("one fewer")
    bindings = BindingGroup {
      label.textBinding *= viewModel.text
      more.pressBinding *= viewModel.increase
      fewer *= ButtonBinding().isEnabled(viewModel.canDecrease).didPress { [viewModel] in viewModel.decrease() }
    }
    let stack = StackView(.vertical, spacing: 1)
    stack.insets = Insets(top: 2, left: 4, right: 4)
    for view in [label, more, fewer] { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(View(), sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() }]
  }
}
