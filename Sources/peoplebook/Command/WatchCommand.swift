import PeoplebookCore
import Persistence
import Reactive

enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print one line for each change as it lands, whoever makes it."
  static let limit = Option("limit", letter: "n", value: "N", "End after N changes.")
  static let options = [ChangeText.format, limit]
  static let details = ChangeText.details

  static func run(_ arguments: Arguments) async throws {
    let format = try arguments.choice(ChangeText.format, of: ChangeText.Format.self) ?? .text
    let limit = try arguments.number(limit, in: 1...Int.max)
    let store = try OpenBook.open(arguments, create: false)
    var rest = limit
    var token: AnyCancellable?
    defer { token?.cancel() }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // Resumed once, by the change that reaches the limit; without one, the program is ended from outside.
      var waiting: CheckedContinuation<Void, Never>? = continuation
      token = store.changes(of: Person.self).sink { commit in
        for change in commit.changes where rest != 0 {
          Output.write(ChangeText.line(change, of: commit, as: format))
          rest = rest.map { $0 - 1 }
        }
        guard rest == 0 else { return }
        waiting?.resume()
        waiting = nil
      }
      Output.message("Watching \(store.path).")
    }
  }
}
