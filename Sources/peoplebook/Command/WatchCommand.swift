import PeoplebookCore
import Persistence
import Reactive

enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print each change of any process as it is committed."
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
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      // Resumed once, by the change that reaches the limit; without one, the program is ended from outside.
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      func end(_ result: Result<Void, any Error>) {
        waiting?.resume(with: result)
        waiting = nil
      }
      token = store.changes(of: Person.self).sink { completion in
        if case .failure(let error) = completion { end(.failure(error)) }
      } receiveValue: { commit in
        for change in commit.changes where rest != 0 {
          let text = ChangeText.text(change, of: commit, as: format)
          if format.isData { Output.data(text) } else { Output.write(text) }
          rest = rest.map { $0 - 1 }
        }
        if rest == 0 { end(.success(())) }
      }
      Output.message("Watching \(store.path).")
    }
  }
}
