extension ViewModelInstance {
  /// The changes of a property: the latest value, once for each advance in which it has changed.
  ///
  /// The present value is not delivered. Each stream receives every change, also when several follow one path. The
  /// stream ends with the instance. It throws a ``ViewModelInstanceError`` at once when there is no property of that
  /// type at the path.
  public func valueStream<P: ObservableProperty>(of property: P) -> AsyncThrowingStream<P.Value, any Error> {
    stream(property.path, P.dataType) { P.value(of: PropertyContent($0)) }
  }

  /// The events of a trigger: one for each advance before which it was fired.
  ///
  /// See ``valueStream(of:)``.
  public func stream(of property: TriggerProperty) -> AsyncThrowingStream<Void, any Error> {
    stream(property.path, .trigger) { _ in () }
  }

  private func stream<Element: Sendable>(
    _ path: String, _ type: DataType, _ decode: @escaping (Value) -> Element?
  ) -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
    guard let found = viewModel.path(path), found.property.type == type else {
      continuation.finish(throwing: ViewModelInstanceError.message(Self.notFound(type, path, "subscribing to")))
      return stream
    }
    let subscription = PropertySubscription(found, of: self, onRelease: { continuation.finish() }) { value in
      if let element = decode(value) { continuation.yield(element) }
    }
    continuation.onTermination = { [weak subscription] _ in
      Task { @MainActor in subscription?.end() }
    }
    return stream
  }
}
