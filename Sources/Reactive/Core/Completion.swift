/// How a publisher ends: normally, or with a failure.
///
/// Nothing comes after a completion, and nothing comes after a cancellation, a completion included.
public enum Completion<Failure: Error>: Sendable {
  case finished
  case failure(Failure)
}

extension Completion: Equatable where Failure: Equatable {}
extension Completion: Hashable where Failure: Hashable {}

extension Completion {
  /// The same end with its failure, if any, turned into another.
  @inlinable
  public func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Completion<NewFailure> {
    switch self {
    case .finished: .finished
    case .failure(let failure): .failure(transform(failure))
    }
  }
}
