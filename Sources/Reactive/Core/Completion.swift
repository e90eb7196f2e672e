/// The end of a publisher: normal, or with a failure.
///
/// No event follows a completion. No event follows a cancellation, not even a completion; only the value that an
/// operator’s own closure is working on while it cancels still arrives.
public enum Completion<Failure: Error>: Sendable {
  /// The publisher has delivered all its values.
  case finished
  /// The publisher has ended with an error.
  case failure(Failure)
}

extension Completion: Equatable where Failure: Equatable {}
extension Completion: Hashable where Failure: Hashable {}

extension Completion {
  /// Returns this completion with its failure, if any, converted.
  @inlinable
  public func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Completion<NewFailure> {
    switch self {
    case .finished: .finished
    case .failure(let failure): .failure(transform(failure))
    }
  }
}
