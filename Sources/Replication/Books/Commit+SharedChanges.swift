import Persistence

extension Commit {
  /// The changes as other machines apply them: those identify records by id.
  ///
  /// A record with another id than before is a deletion and an insertion. All deletions are first, because another
  /// record may have the former id now. A record without an id, which another program has written, is not shared.
  ///
  /// - Complexity: O(*n*) in the number of changes.
  var sharedChanges: [Change<M>] {
    var (deletions, others) = ([Change<M>](), [Change<M>]())
    for change in changes {
      if change.keepsID {
        if change.after == nil { deletions.append(change) } else { others.append(change) }
        continue
      }
      if let before = change.before, !before.id.isEmpty {
        deletions.append(Change(row: change.row, before: before, after: nil))
      }
      if let after = change.after, !after.id.isEmpty {
        others.append(Change(row: change.row, before: nil, after: after))
      }
    }
    return deletions + others
  }
}

extension Change {
  /// Whether the record has an id, the same one before and after the change.
  fileprivate var keepsID: Bool {
    guard before?.id.isEmpty != true, after?.id.isEmpty != true else { return false }
    guard let before, let after else { return true }
    return before.id.stored == after.id.stored
  }
}
