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

let usage = """
  Name one of the examples, and start it in several terminals:
    counter      a number that all terminals share
    chat         rooms, with who is there and who is typing
    cursors      a list in which each user sees where the others are
  Each takes --endpoint URL for a server (the first terminal is one otherwise), and --name NAME for what others see.
    actors-host [PORT|SOCKET [FILE]]    only the actors, for examples with --endpoint; they are kept in FILE
  """

let wanted = CommandLine.arguments.dropFirst().first
if wanted == "actors-host" {
  ActorsHostExample.run(Array(CommandLine.arguments.dropFirst(2)))
  dispatchMain()
}
if let example = examples.first(where: { $0.name == wanted }) {
  // Before the terminal is changed.
  _ = ExampleServer.shared
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
  ExampleOptions.end(usage)
}
