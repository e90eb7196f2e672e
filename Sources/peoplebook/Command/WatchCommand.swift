import PeoplebookCore
import Persistence
import Reactive

enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print each change as it is committed, by any process."
  static let limit = Option("limit", letter: "n", value: "N", "End after N changes.")
  static let hook = Option(
    "on-change", value: "COMMAND", "Run this shell command for each change, with the JSON on standard input.")
  static let options = [OutputFormat.option, limit, hook]
  static let details =
    ChangeText.details + "\nThe commands of --on-change run one after the other; one that fails is reported, and the "
    + "next one runs. While \(ChangeHook.backlogLimit >> 20) MB of changes wait for a slow command, further ones are "
    + "skipped, and a message says how many."

  static func run(_ arguments: Arguments) async throws {
    let format = try OutputFormat(arguments)
    let limit = try arguments.number(limit, in: 1...Int.max)
    guard arguments.last(hook)?.allSatisfy(\.isWhitespace) != true else {
      throw Failure.usage("--on-change needs a command.")
    }
    let hook = arguments.last(hook).map { ChangeHook($0) }
    let store = try OpenBook.open(
      at: BookPath.path(arguments), create: !BookPath.isNamed(arguments), author: arguments.last(.author))
    let messages = SharingMessages()
    let sharing = SharingWatch(
      book: store.path, status: { SharingStatus(of: store) }, report: { messages.print($0) })
    defer { withExtendedLifetime(sharing) {} }
    var rest = limit
    var token: AnyCancellable?
    defer { token?.cancel() }
    let ending = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, any Error>, Never>) in
      // Resumed once, by the change that reaches the limit; without one, the program is ended from outside.
      var waiting: CheckedContinuation<Result<Void, any Error>, Never>? = continuation
      func end(_ result: Result<Void, any Error>) {
        waiting?.resume(returning: result)
        waiting = nil
      }
      token = store.changes(of: Person.self).sink { completion in
        if case .failure(let error) = completion { end(.failure(error)) }
      } receiveValue: { commit in
        for change in commit.changes where rest != 0 {
          let text = ChangeText.text(change, of: commit, own: store.author, as: format)
          if format.isData { Output.data(text) } else { Output.write(text) }
          hook?.run(input: ChangeText.text(change, of: commit, own: store.author, as: .json))
          rest = rest.map { $0 - 1 }
        }
        if rest == 0 { end(.success(())) }
      }
      Output.message("Watching \(store.path).")
    }
    await hook?.finish()
    try ending.get()
  }

  /// Reports once that a shared book is no longer kept in step, and for which reason, and once that it is again.
  @MainActor
  private final class SharingMessages {
    /// The last message about a book that is not kept in step; `nil` while it is.
    private var last: String?

    func print(_ status: SharingStatus?) {
      switch status {
      case .notRunning, .retrying, .stopped:
        guard let sentence = status?.sentence, sentence != last else { return }
        last = sentence
        Output.message(sentence)
      case .live where last != nil:
        last = nil
        Output.message("In step with the other machines again.")
      default: break
      }
    }
  }
}
