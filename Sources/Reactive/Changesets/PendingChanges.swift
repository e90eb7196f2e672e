/// Consecutive changesets that are to be published or applied as one.
///
/// They are merged in pairs of equal weight, like the digits of a binary counter: in a burst of *m* changes each one
/// takes part in log *m* merges.
public struct PendingChanges: Sendable {
  private var pieces: [(weight: Int, changeset: Changeset)] = []

  /// Creates an empty collection.
  public init() {}

  /// Adds the changeset that follows those before it.
  ///
  /// - Complexity: O(log *m*) merges for each of *m* changesets, on average; see ``Changeset/followed(by:isSame:)``.
  public mutating func enqueue(_ changeset: Changeset) {
    pieces.append((1, changeset))
    while pieces.count > 1, pieces[pieces.count - 2].weight <= pieces[pieces.count - 1].weight { mergeLast() }
  }

  /// Discards all changesets.
  public mutating func removeAll() {
    pieces = []
  }

  /// Removes all changesets and returns them as one; `nil` when there are none.
  ///
  /// - Complexity: O(log *m*) merges, where *m* is the number of changesets.
  public mutating func take() -> Changeset? {
    while pieces.count > 1 { mergeLast() }
    return pieces.popLast()?.changeset
  }

  private mutating func mergeLast() {
    let later = pieces.removeLast()
    let earlier = pieces.removeLast()
    pieces.append((earlier.weight + later.weight, earlier.changeset.followed(by: later.changeset)))
  }
}
