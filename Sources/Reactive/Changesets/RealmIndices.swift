extension Changeset {
  /// The indices of a change in the form that Realm uses.
  public struct RealmIndices: Equatable, Sendable {
    /// Indices in the old collection.
    public var deletions: [Int]
    /// Indices in the new collection.
    public var insertions: [Int]
    /// Indices in the **old** collection, although a comment in Realm's header states otherwise.
    public var modifications: [Int]

    /// Creates the indices of one change.
    public init(deletions: [Int] = [], insertions: [Int] = [], modifications: [Int] = []) {
      self.deletions = deletions
      self.insertions = insertions
      self.modifications = modifications
    }
  }

  /// This changeset in Realm's form, where a move is a deletion and an insertion, and modifications are old indices.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the size of the change.
  public var realmIndices: RealmIndices {
    let moved = Set(moves.map(\.old))
    return RealmIndices(
      deletions: (deletions + moved).sorted(),
      insertions: (insertions + moves.map(\.new)).sorted(),
      modifications: modifications.map(\.old).filter { !moved.contains($0) }.sorted()
    )
  }
}
