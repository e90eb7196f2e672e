import Reactive

extension ViewModelInstance {
  /// The value of a property: the current one, then the latest one after each advance in which it has changed.
  ///
  /// Fails at once when there is no property of that type at the path.
  public func publisher<P: ObservableProperty>(of property: P) -> AnyPublisher<P.Value, ViewModelInstanceError> {
    publisher(property.path, P.dataType) { P.value(of: PropertyContent($0)) }
  }

  /// The nested instance at a path: the current one, then each that replaces it.
  public func publisher(
    of property: ViewModelInstanceProperty
  ) -> AnyPublisher<ViewModelInstance, ViewModelInstanceError> {
    publisher(property.path, .viewModel) { if case .instance(let nested) = $0 { nested } else { nil } }
  }

  /// The events of a trigger: one for each advance before which it was fired.
  public func publisher(of property: TriggerProperty) -> AnyPublisher<Void, ViewModelInstanceError> {
    publisher(property.path, .trigger, sendsPresent: false) { _ in () }
  }

  /// The items of a list: the current ones, then the changeset of each advance in which they have changed.
  public func publisher(
    of property: ListProperty
  ) -> AnyPublisher<CollectionChange<ChunkedArray<ViewModelInstance>>, ViewModelInstanceError> {
    AnyPublisher { [self] observer, lifetime in
      guard !lifetime.isCancelled else { return }
      guard let path = viewModel.path(property.path), path.property.type == .list else {
        return observer.send(
          completion: .failure(.message(Self.notFound(.list, property.path, "subscribing to"))))
      }
      let subscription = ListSubscription(path, of: self) { observer.send($0) }
      lifetime.onCancel { [weak subscription] in subscription?.end() }
      if let list = list(property)?.list { observer.send(.initial(list.items)) }
    }
  }

  func publisher<Output>(
    _ path: String, _ type: DataType, sendsPresent: Bool = true, _ decode: @escaping (Value) -> Output?
  ) -> AnyPublisher<Output, ViewModelInstanceError> {
    AnyPublisher { [self] observer, lifetime in
      guard !lifetime.isCancelled else { return }
      guard let found = viewModel.path(path), found.property.type == type else {
        return observer.send(completion: .failure(.message(Self.notFound(type, path, "subscribing to"))))
      }
      let mark: (Bool) -> Void = { isAnswered in isAnswered ? observer.nothing() : observer.mark() }
      let subscription = PropertySubscription(found, of: self, receiveMark: mark) { value in
        if let output = decode(value) { observer.send(output) }
      }
      lifetime.onCancel { [weak subscription] in subscription?.end() }
      if sendsPresent, let value = subscription.value, let output = decode(value) { observer.send(output) }
    }
  }
}
