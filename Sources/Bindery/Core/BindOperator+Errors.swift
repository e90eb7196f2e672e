import Reactive

// Errors that come as values: an error look follows them, and is gone when there is none.

/// A property that shows an error, `field.errorBinding` for one, follows a publisher of errors of any type.
@MainActor
public func *= <Target, Problem: Error, Failure>(
  binding: Binding<Target, (any Error)?>, publisher: some Publisher<Problem?, Failure>
) {
  binding.contramap { (problem: Problem?) in problem } *= publisher
}

/// The same where there is always an error.
@MainActor
public func *= <Target, Problem: Error, Failure>(
  binding: Binding<Target, (any Error)?>, publisher: some Publisher<Problem, Failure>
) {
  binding.contramap { (problem: Problem) in problem } *= publisher
}
