/// The reason why a property could not be read, written or observed.
public enum ViewModelInstanceError: Error, Equatable, CustomStringConvertible {
  /// The property, the instance or the value is not valid.
  case message(String)
  /// The property has no value.
  case missingData(String)
  /// The value has another type than the descriptor.
  case valueMismatch(expected: String, actual: String)
  /// The task was cancelled.
  case cancelled

  /// The reason in one sentence.
  public var description: String {
    switch self {
    case .message(let message), .missingData(let message): message
    case .valueMismatch(let expected, let actual): "Expected a value of type \(expected), found \(actual)"
    case .cancelled: "The call was cancelled"
    }
  }
}
