extension Publisher {
  /// Subscribes, and calls the closures until the returned token is cancelled or freed.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called when the publisher ends, at most once, and never after a cancellation.
  ///   - receiveValue: Called with each value. It may send, subscribe and cancel.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let lifetime = AnyCancellable()
    attach(
      Observer(receiveValue: receiveValue) { notice in
        if case .completion(let completion) = notice { receiveCompletion(completion) }
      },
      to: lifetime
    )
    return lifetime
  }
}

extension Publisher where Failure == Never {
  /// Subscribes, and calls `receiveValue` with each value until the returned token is cancelled or freed.
  ///
  /// A ``CurrentValue`` calls it with its current value before `sink` returns.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let lifetime = AnyCancellable()
    attach(Observer(receiveValue: receiveValue), to: lifetime)
    return lifetime
  }
}
