import Reactive

// Errors that are values.

/// Makes a property that shows an error, such as `field.errorBinding`, follow a publisher of optional errors of any
/// type.
@MainActor
public func *= <Target, Problem: Error, Failure>(
  binding: Binding<Target, (any Error)?>, publisher: some Publisher<Problem?, Failure>
) {
  binding.contramap { (problem: Problem?) in problem } *= publisher
}

/// Makes a property that shows an error follow a publisher of errors of any type.
@MainActor
public func *= <Target, Problem: Error, Failure>(
  binding: Binding<Target, (any Error)?>, publisher: some Publisher<Problem, Failure>
) {
  binding.contramap { (problem: Problem) in problem } *= publisher
}
