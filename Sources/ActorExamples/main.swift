import Dispatch
import Glibc
import TUIKit
import Time

// Small programs that share actors, one a file: `swift run ActorExamples counter`, in two terminals.

let examples: [(name: String, make: @MainActor (Application) -> ViewController)] = [
  ("counter", { application in SharedCounterViewController(server: .shared) { application.quit() } }),
  ("chat", { application in ChatViewController(viewModel: ChatViewModel(server: .shared)) { application.quit() } }),
  (
    "cursors",
    { application in CursorsViewController(viewModel: CursorsViewModel(server: .shared)) { application.quit() } }
  ),
]

let wanted = CommandLine.arguments.dropFirst().first
if wanted == "host" {
  Task { await ActorsHostExample.run(Array(CommandLine.arguments.dropFirst(2))) }
  dispatchMain()
}
if let example = examples.first(where: { $0.name == wanted }) {
  do {
    let scheduler = MainScheduler.shared
    let application = Application(screen: try Terminal(scheduler: scheduler), scheduler: scheduler)
    application.run(root: example.make(application))
  } catch {
    let message = "\(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(1)
  }
} else {
  print("Say which one: \(examples.map(\.name).joined(separator: ", ")), host.")
  exit(2)
}
