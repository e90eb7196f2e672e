/// An event of a collection that changes, with the snapshot that it leads to.
///
/// The first event of every subscriber is ``initial(_:)``, also of a late one. No update is empty. After a
/// ``failure(_:)`` the last snapshot remains valid, and an ``initial(_:)`` follows when the failure is over.
public enum CollectionChange<Items> {
  /// The whole collection: the first event, and a change that is too large to describe.
  case initial(Items)
  /// The new collection, and what changed since the snapshot before.
  case update(Items, Changeset)
  /// The collection could not be updated.
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

  /// Returns the same change of a transformed collection.
  ///
  /// - Parameter transform: Returns a collection with as many elements, in the same order.
  @inlinable
  public func mapItems<NewItems>(_ transform: (Items) throws -> NewItems) rethrows -> CollectionChange<NewItems> {
    switch self {
    case .initial(let items): .initial(try transform(items))
    case .update(let items, let changeset): .update(try transform(items), changeset)
    case .failure(let error): .failure(error)
    }
  }
}
