extension Publisher {
  /// Delivers `value` before finishing if there was no value.
  @inlinable
  public func replaceEmpty(with value: Output) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      var isEmpty = true
      attach(
        observer.onValue { (new: Output) in
          isEmpty = false
          observer.send(new)
        } onCompletion: { [weak lifetime] (completion: Completion<Failure>) in
          if isEmpty, case .finished = completion {
            observer.send(value)
            guard let lifetime, !lifetime.isCancelled else { return }
          }
          observer.send(completion: completion)
        },
        to: lifetime
      )
    }
  }

  /// Delivers `value` in place of a failure, and finishes.
  @inlinable
  public func replaceError(with value: Output) -> AnyPublisher<Output, Never> {
    self.catch { _ in Just(value) }.eraseToAnyPublisher()
  }
}
