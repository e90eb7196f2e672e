import Algorithms

/// Translates indices from one side of a changeset to the other, those of moved elements too.
@usableFromInline
struct ChangesetIndexMap {
  /// The map of the elements that neither moved, nor were deleted or inserted: a move counts as both.
  @usableFromInline
  let staying: IndexMap
  @usableFromInline
  let newOfMoved: [Int: Int]
  @usableFromInline
  let oldOfMoved: [Int: Int]

  @inlinable
  init(_ changeset: Changeset) {
    let moves = changeset.moves
    if moves.isEmpty {
      staying = IndexMap(deletions: changeset.deletions, insertions: changeset.insertions)
      newOfMoved = [:]
      oldOfMoved = [:]
    } else {
      staying = IndexMap(
        deletions: changeset.deletions + moves.map { $0.old }, insertions: changeset.insertions + moves.map { $0.new })
      newOfMoved = Dictionary(moves.map { ($0.old, $0.new) }) { first, _ in first }
      oldOfMoved = Dictionary(moves.map { ($0.new, $0.old) }) { first, _ in first }
    }
  }

  /// Returns the new index of the element that was at `old`; `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of operations.
  @inlinable
  func new(of old: Int) -> Int? { newOfMoved[old] ?? staying.new(of: old) }

  /// Returns the old index of the element that is at `new`; `nil` if it was inserted.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of operations.
  @inlinable
  func old(of new: Int) -> Int? { oldOfMoved[new] ?? staying.old(of: new) }
}
