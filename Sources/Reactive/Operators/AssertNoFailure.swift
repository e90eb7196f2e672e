extension Publisher {
  /// Stops the program when this publisher fails, and otherwise delivers the same values and completion.
  ///
  /// For a failure that only a mistake in the program can cause. Data that comes from outside the program calls for
  /// ``catch(_:)`` or ``replaceError(with:)`` instead.
  ///
  /// - Parameters:
  ///   - prefix: A text that begins the message, for example the invariant that does not hold.
  ///   - file: The file that the message names.
  ///   - line: The line that the message names.
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> AnyPublisher<Output, Never> {
    AnyPublisher { observer, lifetime in
      attach(
        observer.onCompletion { (completion: Completion<Failure>) in
          switch completion {
          case .finished: observer.send(completion: .finished)
          case .failure(let error):
            // The purpose of the operator: the caller asserts that this cannot happen.
            fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
          }
        },
        to: lifetime
      )
    }
  }
}
