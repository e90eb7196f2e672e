/// The present items of an observable array, and whoever wants to hear of changes.
///
/// A subscriber gets the items as they are, then the changes that are made after that: none that is in its first
/// snapshot already, also when it subscribes within a delivery.
@usableFromInline
final class ChangeSource<Items> {
  @usableFromInline
  var items: Items
  @usableFromInline
  let hub: Hub<CollectionChange<Items>, Never>

  @inlinable
  init(_ items: Items, name: StaticString) {
    self.items = items
    hub = Hub(label: SourceLabel(name: name, file: #fileID, line: #line))
  }

  deinit {
    hub.removeAll()
  }

  /// Sets the items, and tells how they came to be.
  @inlinable
  func update(_ items: Items, _ changeset: Changeset) {
    self.items = items
    hub.relay(.update(items, changeset))
  }

  /// Sets the items and tells that they are new as a whole.
  @inlinable
  func reset(_ items: Items) {
    self.items = items
    hub.relay(.initial(items))
  }

  @inlinable
  func fail(_ error: any Error) {
    hub.relay(.failure(error))
  }

  @inlinable
  var publisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      hub.attach(observer, to: lifetime) { .initial(items) }
    }
  }
}
