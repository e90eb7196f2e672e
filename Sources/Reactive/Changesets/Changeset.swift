/// What has to be done to one collection to get another, in indices of both.
///
/// The convention is in the names: **deletions** are indices in the old collection, **insertions** in the new one;
/// **modifications** and **moves** carry both. A row that has moved is in `moves` alone, not in deletions or
/// insertions; one that has moved and changed is in `moves` and in `modifications`. All four lists are ascending (pairs
/// by their new index) and have no doubles.
///
///     old  A B C          new  Z A b
///     deletions [2]  insertions [0]  modifications [1→2]
///
/// Rows that are mentioned nowhere stay in the same order. See ``realmIndices`` for the form that Realm hands out.
public struct Changeset: Equatable, Hashable, Sendable {
  /// One element, where it was and where it is.
  public struct Pair: Hashable, Sendable {
    public var old: Int
    public var new: Int

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
  /// Elements that are still there, and are different.
  public var modifications: [Pair]
  /// Elements that are still there, in another place relative to the others.
  public var moves: [Pair]

  @inlinable
  public init(
    deletions: [Int] = [], insertions: [Int] = [], modifications: [Pair] = [], moves: [Pair] = []
  ) {
    self.deletions = deletions
    self.insertions = insertions
    self.modifications = modifications
    self.moves = moves
  }

  /// Whether nothing has changed.
  @inlinable
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
  }

  /// How many operations there are; a move counts once.
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
