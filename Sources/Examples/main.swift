import Glibc
import TUIKit
import Time

// Small programs on Bindery, one a file: `swift run Examples counter`.

let examples: [(name: String, make: @MainActor (_ quit: @escaping () -> Void) -> ViewController)] = [
  ("counter", { CounterViewController(viewModel: CounterViewModel(), quit: $0) }),
  ("to-do", { ToDoViewController(viewModel: ToDoViewModel(), quit: $0) }),
]

let wanted = CommandLine.arguments.dropFirst().first
if let example = examples.first(where: { $0.name == wanted }) {
  do {
    let scheduler = MainScheduler.shared
    let application = Application(screen: try Terminal(scheduler: scheduler), scheduler: scheduler)
    application.run(root: example.make { application.quit() })
  } catch {
    print(error)
    exit(1)
  }
} else {
  print("Say which one: \(examples.map(\.name).joined(separator: ", ")).")
  exit(2)
}
