/// The way in which one kind of derived array follows its source: a state that translates each change.
@usableFromInline
protocol ArrayDerivation<Input, Output> {
  associatedtype Input
  associatedtype Output

  /// Replaces the state by that for `items`, and returns the derived items.
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Output>

  /// Applies a change of the source, and returns the derived items and their change, which may be empty.
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Output>, changeset: Changeset) where Items.Element == Input, Items.Index == Int
}

/// An observable array that follows another: the result of ``ObservableArray/map(_:)``, `filter`, `sorted` and
/// `window`.
///
/// It follows its source from its creation until it is freed, with one subscription, and does its work once for all
/// subscribers. It keeps its source alive.
public final class DerivedObservableArray<Element>: ObservableArray {
  /// The type of the snapshots.
  public typealias Items = ChunkedArray<Element>

  @usableFromInline
  let source: ChangeSource<Items>
  @usableFromInline
  let keeps: Any
  @usableFromInline
  var token: AnyCancellable?

  @inlinable
  init<Source: ObservableArray, Derivation: ArrayDerivation>(
    _ upstream: Source, _ derivation: Derivation
  ) where Derivation.Input == Source.Element, Derivation.Output == Element {
    let source = ChangeSource<Items>([], name: "DerivedObservableArray")
    self.source = source
    keeps = upstream
    let token = AnyCancellable()
    let state = Box(derivation)
    upstream.changesetPublisher.attach(
      Observer(wantsMarks: true) { [unowned source] change in
        switch change {
        case .initial(let items): source.reset(state.value.reset(items))
        case .failure(let error): source.fail(error)
        case .update(let items, let changeset):
          let result = state.value.update(items, changeset)
          if source.failure != nil {
            source.reset(result.items)
          } else if result.changeset.isEmpty {
            source.hub.relayNothing()
          } else {
            source.update(result.items, result.changeset)
          }
        }
      } receiveNotice: { [unowned source] notice in
        switch notice {
        case .mark: source.hub.relayMark()
        case .nothing: source.hub.relayNothing()
        case .completion(let completion): source.hub.send(completion: completion)
        }
      },
      to: token
    )
    self.token = token
  }

  /// The current elements.
  @inlinable
  public var items: Items { source.items }

  /// Delivers `.initial` to each subscriber, then each change.
  ///
  /// A subscription keeps the array and its source alive.
  @inlinable
  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      source.publisher.attach(observer, to: lifetime)
      lifetime.onCancel { [self] in withExtendedLifetime(self) {} }
    }
  }

  /// The number of live subscriptions.
  @inlinable
  public var subscriberCount: Int { source.hub.count }
}
