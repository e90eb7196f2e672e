/// The difference between two collections, as indices of both.
///
/// The convention is in the names: **deletions** are indices in the old collection, **insertions** in the new one;
/// **modifications** and **moves** carry both. A row that has moved is in `moves` alone, not in deletions or
/// insertions; one that has moved and changed is in `moves` and in `modifications`. All four lists are ascending (pairs
/// by their new index) without duplicates.
///
///     old  A B C          new  Z A b
///     deletions [2]  insertions [0]  modifications [1→2]
///
/// All other rows stay, in the same order. See ``realmIndices`` for the form that Realm uses.
public struct Changeset: Equatable, Hashable, Sendable {
  /// The old and the new index of one element.
  public struct Pair: Hashable, Sendable {
    /// The index in the old collection.
    public var old: Int
    /// The index in the new collection.
    public var new: Int

    /// Creates a pair of indices.
    @inlinable
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// Indices in the old collection.
  public var deletions: [Int]
  /// Indices in the new collection.
  public var insertions: [Int]
  /// The elements that stay and are different.
  public var modifications: [Pair]
  /// The elements that stay, in another place relative to the others.
  public var moves: [Pair]

  /// Creates a changeset from indices that are in the documented order.
  @inlinable
  public init(
    deletions: [Int] = [], insertions: [Int] = [], modifications: [Pair] = [], moves: [Pair] = []
  ) {
    self.deletions = deletions
    self.insertions = insertions
    self.modifications = modifications
    self.moves = moves
  }

  /// Whether the changeset has no operation.
  @inlinable
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
  }

  /// The number of operations; a move counts once.
  @inlinable
  public var count: Int {
    deletions.count + insertions.count + modifications.count + moves.count
  }
}

extension Changeset: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    if !deletions.isEmpty { parts.append("−\(deletions)") }
    if !insertions.isEmpty { parts.append("+\(insertions)") }
    if !modifications.isEmpty { parts.append("~[\(modifications.map(\.description).joined(separator: ", "))]") }
    if !moves.isEmpty { parts.append("⇅[\(moves.map(\.description).joined(separator: ", "))]") }
    return parts.isEmpty ? "no change" : parts.joined(separator: " ")
  }
}

extension Changeset.Pair: CustomStringConvertible {
  public var description: String { "\(old)→\(new)" }
}
