/// The current items of an observable array, and the publisher of its changes.
///
/// A subscriber receives the current items, then the failure while it lasts, then later changes: none that its first
/// snapshot already contains, also when it subscribes within a delivery.
@usableFromInline
final class ChangeSource<Items> {
  @usableFromInline
  var items: Items
  /// The last event, when it was a failure: repeated to each new subscriber.
  @usableFromInline
  var failure: (any Error)?
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

  /// Sets the items and publishes what changed.
  @inlinable
  func update(_ items: Items, _ changeset: Changeset) {
    self.items = items
    failure = nil
    hub.relay(.update(items, changeset))
  }

  /// Sets the items and publishes them as a whole.
  @inlinable
  func reset(_ items: Items) {
    self.items = items
    failure = nil
    hub.relay(.initial(items))
  }

  /// Publishes a failure.
  ///
  /// The items stay as they are.
  @inlinable
  func fail(_ error: any Error) {
    failure = error
    hub.relay(.failure(error))
  }

  @inlinable
  var publisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      hub.attach(observer, to: lifetime) {
        guard let failure else { return .initial(items) }
        // Two events at once: the hub delivers what is sent here before anything that is sent later.
        observer.send(.initial(items))
        return lifetime.isCancelled ? nil : .failure(failure)
      }
    }
  }
}
