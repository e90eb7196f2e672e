extension Publisher {
  /// Delivers values in arrays of `count`; the remaining values are delivered as a shorter array when the publisher
  /// finishes, and dropped when it fails.
  ///
  /// - Precondition: `count` is positive.
  @inlinable
  public func collect(_ count: Int) -> AnyPublisher<[Output], Failure> {
    precondition(count > 0, "collect needs a positive count")
    return AnyPublisher { observer, lifetime in
      var batch: [Output] = []
      attach(
        observer.onValue { (value: Output) in
          batch.append(value)
          guard batch.count == count else { return observer.nothing() }
          let full = batch
          batch = []
          observer.send(full)
        } onCompletion: { [weak lifetime] (completion: Completion<Failure>) in
          if case .finished = completion, !batch.isEmpty {
            observer.send(batch)
            guard let lifetime, !lifetime.isCancelled else { return }
          }
          observer.send(completion: completion)
        },
        to: lifetime
      )
    }
  }
}
