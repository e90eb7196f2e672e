extension Publisher {
  /// Delivers `true` and finishes with the first value for which `predicate` is true; `false` if the publisher finishes
  /// without one.
  ///
  /// The answer is delivered first, then the upstream is cancelled, then the completion follows.
  @inlinable
  public func contains(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
    deciding(otherwise: false) { predicate($0) ? true : nil }
  }

  /// Delivers `false` and finishes with the first value for which `predicate` is false; `true` if the publisher
  /// finishes without one.
  ///
  /// The answer is delivered first, then the upstream is cancelled, then the completion follows.
  @inlinable
  public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
    deciding(otherwise: true) { predicate($0) ? nil : false }
  }

  /// Delivers the first result of `verdict` that is not `nil`, or `otherwise` at the end.
  @inlinable
  func deciding(otherwise: Bool, _ verdict: @escaping (Output) -> Bool?) -> AnyPublisher<Bool, Failure> {
    AnyPublisher { observer, lifetime in
      let outlet = Outlet(observer, inputs: lifetime.child())
      attach(
        observer.onValue { (value: Output) in
          guard let answer = verdict(value) else { return outlet.nothing() }
          outlet.send(answer)
          outlet.finish(.finished)
        } onCompletion: { (completion: Completion<Failure>) in
          if case .finished = completion { outlet.send(otherwise) }
          outlet.finish(completion)
        },
        to: outlet.inputs
      )
    }
  }
}

extension Publisher where Output: Equatable {
  /// Delivers `true` and finishes with the first value that equals `value`; `false` if the publisher finishes without
  /// it.
  @inlinable
  public func contains(_ value: Output) -> AnyPublisher<Bool, Failure> {
    contains { $0 == value }
  }
}
