import TUIKit

/// The programs with actors.
let actorExamples: [(name: String, make: @MainActor @Sendable (Application) -> ViewController)] = [
  (
    "counter",
    { application in SharedCounterViewController(server: .shared) { ExampleServer.shared.quit(application) } }
  ),
  (
    "chat",
    { application in
      ChatViewController(viewModel: ChatViewModel(server: .shared)) { ExampleServer.shared.quit(application) }
    }
  ),
  (
    "cursors",
    { application in CursorsViewController(viewModel: CursorsViewModel(server: .shared)) { application.quit() } }
  ),
]

/// What each of them shows, and its options.
let actorExamplesUsage = """
    counter      a number that all terminals share
    chat         rooms, with who is there and who is typing
    cursors      a list in which each user sees where the others are
      Each takes --endpoint URL for a server (the first terminal is one otherwise), and --name NAME for what others see.
    actors-host [PORT|SOCKET [FILE]]
                 only the actors, for examples with --endpoint; they are kept in FILE
  """
