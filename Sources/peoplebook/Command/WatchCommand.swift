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
    + "skipped, and a message says how many. When standard output cannot be written, watch ends after the commands of "
    + "the changes so far."

  static func run(_ arguments: Arguments) async throws {
    let format = try OutputFormat(arguments)
    let limit = try arguments.number(limit, in: 1...Int.max)
    guard arguments.last(hook)?.allSatisfy(\.isWhitespace) != true else {
      throw Failure.usage("--on-change needs a command.")
    }
    let hook = arguments.last(hook).map { ChangeHook($0) }
    let store = try OpenBook.open(
      at: BookPath.path(arguments), create: !BookPath.isNamed(arguments), author: arguments.last(.author))
    let sharingProblems = ProblemMessages(end: "In step with the other machines again.")
    let sharing = SharingWatch(
      book: store.path, status: { SharingStatus(of: store) },
      onRestart: { sharingProblems.note("\(SharingStatus.notRunning.sentence ?? "") It is started again.") },
      report: { status in
        switch status {
        case .retrying, .stopped: sharingProblems.note(status?.sentence)
        case .live: sharingProblems.note(nil)
        default: break
        }
      })
    defer { withExtendedLifetime(sharing) {} }
    let readingProblems = ProblemMessages(end: "Watching \(store.path) again.")
    let failures = store.changesFailurePublisher.sink { error in
      readingProblems.note(error.map { "\($0.reason) Watching goes on as soon as the book can be read." })
    }
    defer { failures.cancel() }
    var rest = limit
    var token: AnyCancellable?
    defer { token?.cancel() }
    /// The system's number of the error that standard output ended with, or why the book cannot be read.
    typealias Ending = Result<Int32?, any Error>
    let ending = await withCheckedContinuation { (continuation: CheckedContinuation<Ending, Never>) in
      // Resumed once, by the change that reaches the limit, or by an error; without them, the program is ended from
      // outside.
      var waiting: CheckedContinuation<Ending, Never>? = continuation
      func end(_ result: Ending) {
        waiting?.resume(returning: result)
        waiting = nil
      }
      token = store.changes(of: Person.self).sink { completion in
        if case .failure(let error) = completion { end(.failure(error)) }
      } receiveValue: { commit in
        var error: Int32?
        for change in commit.changes where rest != 0 {
          if error == nil {
            let text = ChangeText.text(change, of: commit, own: store.author, as: format)
            error = Output.attempt(text, isData: format.isData)
          }
          hook?.run(input: ChangeText.text(change, of: commit, own: store.author, as: .json))
          rest = rest.map { $0 - 1 }
        }
        if error != nil || rest == 0 { end(.success(error)) }
      }
      Output.message("Watching \(store.path).")
    }
    token?.cancel()
    await hook?.finish()
    Output.end(onError: try ending.get())
  }

  /// Prints a problem once, and a message when it is over.
  @MainActor
  private final class ProblemMessages {
    private let end: String
    private var last: String?

    /// - Parameter end: The message when the problem is over.
    init(end: String) {
      self.end = end
    }

    /// - Parameter problem: `nil` when there is none.
    func note(_ problem: String?) {
      guard problem != last else { return }
      last = problem
      Output.message(problem ?? end)
    }
  }
}
