import PeoplebookCore
import Persistence
import Reactive

enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print one line for each change as it lands, whoever makes it."
  static let format = Option("format", letter: "f", value: "FORMAT", "text (the default) or json.")
  static let limit = Option("limit", letter: "n", value: "N", "End after N changes.")
  static let options = [format, limit]
  static let details = """
    A line of text begins with the time and + for a new person, - for one who is gone, ~ for a change.
    JSON has the keys time, change (added, removed or changed), id, name and person (null when gone).
    """

  enum Format: String, CaseIterable {
    case text, json
  }

  static func run(_ arguments: Arguments) async throws {
    let format = try arguments.choice(format, of: Format.self) ?? .text
    let limit = try arguments.number(limit, in: 1...Int.max)
    let store = try OpenBook.open(arguments, create: false)
    let people = store.objects(Person.self)
    var watch = PeopleWatch(limit: limit) { Output.write(line($0, as: format)) }
    var token: AnyCancellable?
    defer { token?.cancel() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      // Ends at the first of a failure and the limit; whatever comes after that finds nobody.
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      token = people.changesetPublisher.sink { change in
        do {
          guard try watch.receive(change) else { return }
          waiting?.resume()
        } catch {
          waiting?.resume(throwing: error)
        }
        waiting = nil
      }
      Output.message("Watching \(store.path).")
    }
  }

  static func line(_ event: PeopleWatch.Event, as format: Format, time: String = WallClock.text()) -> String {
    switch format {
    case .text:
      let mark =
        switch event.kind {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        }
      let name = PlainText.line(event.name.isEmpty ? "(no name)" : event.name)
      return "\(time) \(mark) \(name)  \(PlainText.line(event.id))\n"
    case .json:
      let person = event.person.map { JSONWriter.object($0) } ?? "null"
      return
        "{\"time\":\(JSONText.string(time)),\"change\":\"\(event.kind.rawValue)\",\"id\":\(JSONText.string(event.id)),"
        + "\"name\":\(JSONText.string(event.name)),\"person\":\(person)}\n"
    }
  }
}
