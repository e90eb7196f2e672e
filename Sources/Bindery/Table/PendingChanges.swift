import Reactive

/// Consecutive changesets that are to be applied as one.
///
/// They are merged in pairs of equal weight, like the digits of a binary counter: in a burst of m changes each one
/// takes part in log m merges.
struct PendingChanges {
  private var pieces: [(weight: Int, changeset: Changeset)] = []

  mutating func enqueue(_ changeset: Changeset) {
    pieces.append((1, changeset))
    while pieces.count > 1, pieces[pieces.count - 2].weight <= pieces[pieces.count - 1].weight { mergeLast() }
  }

  mutating func removeAll() {
    pieces = []
  }

  /// Removes all changesets and returns them as one; `nil` when there are none.
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
