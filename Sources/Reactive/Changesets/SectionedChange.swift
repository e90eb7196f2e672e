/// An event of a list with sections; see ``CollectionChange``.
///
/// The changeset is that of the list as a whole: its rows are counted through all sections. The snapshots define which
/// section a row is in; sections with the same key are the same. A row that stays in its place needs no operation when
/// its section changes, and an update with an empty changeset has new sections only.
public enum SectionedChange<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  /// The whole list: the first event, and a change that is too large to describe.
  case initial(SectionedSnapshot<Key, Items>)
  /// The new list, and what changed since the snapshot before.
  case update(SectionedSnapshot<Key, Items>, Changeset)
  /// The list could not be updated.
  case failure(any Error)

  /// The snapshot; `nil` for a failure.
  public var snapshot: SectionedSnapshot<Key, Items>? {
    switch self {
    case .initial(let snapshot), .update(let snapshot, _): snapshot
    case .failure: nil
    }
  }

  /// The changeset of an update; `nil` for `.initial` and failures.
  public var changeset: Changeset? {
    if case .update(_, let changeset) = self { changeset } else { nil }
  }

  /// Returns the same change of a transformed list.
  ///
  /// - Parameter transform: Returns a collection with as many elements, in the same order.
  @inlinable
  public func mapItems<NewItems>(_ transform: (Items) throws -> NewItems) rethrows -> SectionedChange<Key, NewItems> {
    switch self {
    case .initial(let snapshot): .initial(try snapshot.mapItems(transform))
    case .update(let snapshot, let changeset): .update(try snapshot.mapItems(transform), changeset)
    case .failure(let error): .failure(error)
    }
  }
}
