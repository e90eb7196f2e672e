import Reactive

/// Changesets that follow each other and have yet to be told as one.
///
/// They are put together two by two, equals with equals, like the digits of a binary counter: a burst of m changes costs each
/// of them log m steps, and not m.
struct PendingChanges {
  private var pieces: [(weight: Int, changeset: Changeset)] = []

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ changeset: Changeset) {
    pieces.append((1, changeset))
    while pieces.count > 1, pieces[pieces.count - 2].weight <= pieces[pieces.count - 1].weight { mergeLast() }
  }

  mutating func removeAll() {
    pieces = []
  }

  /// All of them as one, after which there are none; `nil` when there were none.
  mutating func take() -> Changeset? {
    while pieces.count > 1 { mergeLast() }
    return pieces.popLast()?.changeset
  }

  private mutating func mergeLast() {
    let later = pieces.removeLast()
    let earlier = pieces.removeLast()
    pieces.append((earlier.weight + later.weight, earlier.changeset.followed(by: later.changeset)))
  }
}
