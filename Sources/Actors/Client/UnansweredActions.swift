import Time

/// The actions of a connection that have not been answered.
///
/// A queued action waits for a connection. An action in flight has been sent, and fails when the connection is lost,
/// since the actor may have run it.
@MainActor
struct UnansweredActions {
  private struct Action {
    let result = PendingResult<JSONValue>()
    /// What is sent to the next connection; `nil` once it has been sent.
    var queued: ClientMessage?
    /// `nil` while the action is queued.
    var sent: Instant?
  }

  private var actions: [UInt64: Action] = [:]
  /// The answered actions that have not returned to their callers.
  private var resuming: Set<UInt64> = []
  private var nextID: UInt64 = 0

  /// Adds an action, with an id that this connection has never used.
  mutating func add(
    _ name: String, _ arguments: [JSONValue]
  ) -> (id: UInt64, message: ClientMessage, result: PendingResult<JSONValue>) {
    defer { nextID += 1 }
    let action = Action()
    actions[nextID] = action
    return (nextID, .action(id: nextID, name: name, arguments: arguments), action.result)
  }

  /// Keeps an action for the next connection.
  mutating func enqueue(_ id: UInt64, _ message: ClientMessage) { actions[id]?.queued = message }

  /// Notes that an action is in flight.
  mutating func markSent(_ id: UInt64, at instant: Instant) { actions[id]?.sent = instant }

  /// Returns the queued messages in order, which are now in flight.
  mutating func takeQueued(at instant: Instant) -> [ClientMessage] {
    let waiting = actions.filter { $1.queued != nil }.sorted { $0.key < $1.key }
    for (id, _) in waiting {
      actions[id]?.queued = nil
      markSent(id, at: instant)
    }
    return waiting.compactMap { $0.value.queued }
  }

  /// Ends an action in flight; the answer to one that is not known or has not been sent is ignored.
  mutating func finish(_ id: UInt64, _ result: Result<JSONValue, any Error>) {
    guard actions[id]?.sent != nil else { return }
    actions.removeValue(forKey: id)?.result.finish(result)
    resuming.insert(id)
  }

  /// Whether a caller that has its answer has not resumed yet.
  var hasResumingCallers: Bool { !resuming.isEmpty }

  /// Notes that the caller of an action has resumed, and returns whether the action was answered.
  mutating func didResume(_ id: UInt64) -> Bool { resuming.remove(id) != nil }

  /// Forgets an action after its caller was cancelled.
  mutating func remove(_ id: UInt64) { actions[id] = nil }

  /// Fails the actions in flight.
  mutating func failInFlight(_ error: ActorError) { fail(error) { $0.sent != nil } }

  /// Fails the actions that have been in flight for too long.
  mutating func fail(sentBefore instant: Instant, _ error: ActorError) {
    fail(error) { $0.sent.map { $0 <= instant } ?? false }
  }

  /// Fails all actions.
  mutating func failAll(_ error: any Error) { fail(error) { _ in true } }

  /// Fails actions in the order in which they were added, so that their callers resume in that order.
  private mutating func fail(_ error: any Error, where isIncluded: (Action) -> Bool) {
    for (id, action) in actions.filter({ isIncluded($1) }).sorted(by: { $0.key < $1.key }) {
      actions[id] = nil
      action.result.finish(.failure(error))
    }
  }

  /// The number of actions without an answer.
  var count: Int { actions.count }
}
