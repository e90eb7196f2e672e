import Glibc
import PeoplebookCore
import Persistence
import Time

enum DemoCommand: Command {
  static let name = "demo"
  static let summary = "Watch a book of invented people come to life."
  static let people = Option("people", letter: "n", value: "N", "How many people; 200 by default.")
  static let rate = Option("rate", value: "N", "How many changes a second; 1 by default, 0 for none.")
  static let seed = Option("seed", value: "N", "The same number gives the same people and changes.")
  static let changes = Option("changes", value: "N", "End after N changes, without opening the screen.")
  static let options = [people, rate, seed, changes] + ScreenOptions.options
  static let details = """
    The book is deleted at the end; with --book it is kept, and must be new or empty.
    Without a terminal the book is filled, its path is printed, and it is not deleted.
    """

  /// On a terminal, the demonstration is on the screen: people are invented while the user watches.
  static func screen(_ arguments: Arguments) throws -> ScreenRequest? {
    guard !arguments.has(changes), isatty(STDIN_FILENO) == 1, Output.isTerminal else { return nil }
    let demo = try Demo(arguments)
    var options = try ScreenOptions(arguments)
    options.start = { stage in
      Task {
        do {
          try await demo.life.fill(demo.count)
          guard demo.rate > 0 else { return }
          DemoStory(demo.life, on: stage, scheduler: MainScheduler.shared)
            .play(every: .microseconds(1_000_000 / demo.rate))
        } catch {
          // The screen opens the same book, and reports the failure.
        }
      }
    }
    options.openOwnBook = { DemoFolder.openOwnBook() }
    options.didEnd = { DemoFolder.remove() }
    // The screen handles signals itself.
    if options.isPlain { DemoFolder.removeAtSignals() }
    return ScreenRequest(book: demo.path, options: options) { try await demo.life.fill(demo.count) }
  }

  /// Without a terminal it only fills the book, and prints its path.
  static func run(_ arguments: Arguments) async throws {
    let changes = try arguments.number(changes, in: 0...Int.max)
    // Without a screen these options have no effect, but an error in them is still reported.
    _ = try ScreenOptions(arguments)
    _ = try Interruption.begin()
    let demo = try Demo(arguments)
    try await demo.life.fill(demo.count)
    Output.data("\(demo.path)\n")
    if let changes { try await demo.life.go(on: changes, rate: demo.rate) }
    // A book that was only filled is kept for the user.
    if changes == nil { DemoFolder.keep() }
  }

  /// The options of the demonstration, and its book.
  @MainActor
  private struct Demo {
    let count: Int
    let rate: Int
    let path: String
    let life: DemoLife

    init(_ arguments: Arguments) throws {
      count = try arguments.number(people, in: 0...10_000_000) ?? 200
      rate = try arguments.number(DemoCommand.rate, in: 0...1_000) ?? 1
      let seed = try arguments.number(DemoCommand.seed, in: 0...Int.max) ?? Int.random(in: 0...999_999)
      path = try arguments.has(.book) ? BookPath.path(arguments) : DemoFolder.make()
      let store = try OpenBook.open(at: path, create: true, author: "demo")
      let present = try store.count(Person.self)
      guard present == 0 else {
        throw Failure.failed("There are \(present.people) in \(path); the demo only fills an empty book.")
      }
      life = DemoLife(store: store, seed: UInt64(seed))
    }
  }
}
