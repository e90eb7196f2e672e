/// What happened to a collection, with the snapshot it led to.
///
/// The first event of every subscriber is ``initial(_:)``, also of late ones. No update is empty. After a
/// ``failure(_:)`` the last snapshot remains valid, and an ``initial(_:)`` may follow when what failed works again.
public enum CollectionChange<Items> {
  /// The whole collection: at first, and when too much has changed to say what.
  case initial(Items)
  /// The collection as it is now, and how it came to be so from the snapshot before.
  case update(Items, Changeset)
  case failure(any Error)

  /// The snapshot; `nil` for a failure.
  @inlinable
  public var items: Items? {
    switch self {
    case .initial(let items), .update(let items, _): items
    case .failure: nil
    }
  }

  /// The changeset of an update.
  @inlinable
  public var changeset: Changeset? {
    if case .update(_, let changeset) = self { changeset } else { nil }
  }

  /// The same change of a collection that `transform` makes, which must have as many elements, in the same order.
  @inlinable
  public func mapItems<NewItems>(_ transform: (Items) throws -> NewItems) rethrows -> CollectionChange<NewItems> {
    switch self {
    case .initial(let items): .initial(try transform(items))
    case .update(let items, let changeset): .update(try transform(items), changeset)
    case .failure(let error): .failure(error)
    }
  }
}
