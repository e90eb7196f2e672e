import Algorithms

// A hub in the middle of a graph passes on the marks of its upstream, so that joins on either side of it wait for
// each other. A mark is relayed when its value is sent, the value may follow much later: it waits in the outlet of a
// merge, for example. The mark therefore also records which subscribers the value is meant for.
extension Hub {
  /// Passes on a mark to the current subscribers; the next relayed value is not marked again.
  @inlinable
  func relayMark() {
    relayedMarks.append(nextID)
    mark(to: entries.count)
  }

  /// Answers the oldest relayed mark with *nothing*.
  @inlinable
  func relayNothing() {
    guard !relayedMarks.isEmpty else { return }
    let limit = relayedMarks.removeFirst()
    guard joins > 0 else { return }
    for entry in entries where entry.wantsMarks && entry.id < limit {
      if let receive = entry.receiveNotice { receive(.nothing) }
    }
  }

  /// Sends a value that may have been marked before.
  ///
  /// - Parameter includingLate: Whether subscribers that arrived after the mark receive the value. They must when their
  ///   first value is a snapshot that does not contain it yet. Otherwise program order decides, and the value was sent
  ///   before they subscribed.
  @inlinable
  func relay(_ value: Output, includingLate: Bool = true) {
    guard !relayedMarks.isEmpty else { return send(value) }
    let markLimit = relayedMarks.removeFirst()
    guard !state.contains(.closed) else { return }
    let limit = includingLate ? nextID : markLimit
    if isBusy {
      waiting.append(QueuedSignal(signal: .value(value), limit: limit, isMarked: true))
    } else {
      state.insert(.delivering)
      deliver(value, to: limit == nextID ? entries.count : end(before: limit))
      comeToRest()
    }
  }

  /// Forgets the open relayed marks, when there is no subscriber left that waits for an answer.
  @inlinable
  func forgetRelayedMarks() {
    relayedMarks = FIFOQueue()
  }
}
