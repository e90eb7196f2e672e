import Reactive

/// The events of a connection that have subscribers.
///
/// A class, because what a subscriber does with an event may change the subscriptions.
@MainActor
final class EventSubscriptions {
  private struct Entry {
    let subject = Subject<[JSONValue], Never>()
    var count = 0
  }

  private var entries: [String: Entry] = [:]

  isolated deinit {}

  /// The events that the server should send, in a fixed order.
  var names: [String] { entries.keys.sorted() }

  /// The number of events with a subscriber.
  var count: Int { entries.count }

  /// Adds a subscriber; whether it is the first of this event.
  func add(_ name: String) -> (subject: Subject<[JSONValue], Never>, isFirst: Bool) {
    var entry = entries[name] ?? Entry()
    entry.count += 1
    entries[name] = entry
    return (entry.subject, entry.count == 1)
  }

  /// Removes a subscriber, and returns whether it was the last of this event.
  func remove(_ name: String) -> Bool {
    guard var entry = entries[name] else { return false }
    entry.count -= 1
    entries[name] = entry.count == 0 ? nil : entry
    return entry.count == 0
  }

  func deliver(_ name: String, _ arguments: [JSONValue]) {
    entries[name]?.subject.send(arguments)
  }

  /// Ends all subscriptions.
  func finish() {
    let subjects = entries.values.map(\.subject)
    entries = [:]
    for subject in subjects { subject.send(completion: .finished) }
  }
}
