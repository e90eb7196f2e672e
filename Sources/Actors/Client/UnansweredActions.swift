/// The actions of a connection that have not been answered.
///
/// A queued action waits for a connection. An action in flight has been sent, and fails when the connection is lost,
/// since the actor may have run it.
@MainActor
struct UnansweredActions {
  private var queued: [ClientMessage] = []
  private var waiting: [UInt64: Waiting<JSONValue>] = [:]
  private var nextID: UInt64 = 0

  /// Adds an action, with an id that this connection has never used.
  mutating func add(
    _ name: String, _ arguments: [JSONValue]
  ) -> (id: UInt64, message: ClientMessage, result: Waiting<JSONValue>) {
    defer { nextID += 1 }
    let result = Waiting<JSONValue>()
    waiting[nextID] = result
    return (nextID, .action(id: nextID, name: name, arguments: arguments), result)
  }

  /// Keeps a message for the next connection.
  mutating func enqueue(_ message: ClientMessage) { queued.append(message) }

  /// Returns the queued messages in order, which are now in flight.
  mutating func takeQueued() -> [ClientMessage] {
    defer { queued = [] }
    return queued.filter(isWaiting)
  }

  private func isWaiting(_ message: ClientMessage) -> Bool {
    if case .action(let id, _, _) = message { waiting[id] != nil } else { true }
  }

  /// Ends an action; the answer to one that is not known is ignored.
  mutating func finish(_ id: UInt64, _ result: Result<JSONValue, any Error>) {
    waiting.removeValue(forKey: id)?.finish(result)
  }

  /// Forgets an action after its caller was cancelled.
  mutating func remove(_ id: UInt64) { waiting[id] = nil }

  /// Fails the actions in flight.
  mutating func failInFlight(_ error: any Error) {
    let kept = Set(
      queued.compactMap { message -> UInt64? in
        if case .action(let id, _, _) = message { id } else { nil }
      })
    for (id, result) in waiting where !kept.contains(id) {
      waiting[id] = nil
      result.finish(.failure(error))
    }
  }

  /// Fails all actions.
  mutating func failAll(_ error: any Error) {
    queued = []
    failInFlight(error)
  }

  /// The number of actions without an answer.
  var count: Int { waiting.count }
}
