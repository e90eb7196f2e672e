import Reactive

/// The failure of a bound publisher.
///
/// The property keeps its last value.
public struct BindingFailure: Error, CustomStringConvertible {
  /// The failure of the publisher.
  public let error: any Error
  /// The name of the binding: `Label.text`.
  public let binding: String

  /// The failure in one line.
  public var description: String { "\(binding) is no longer updated: \(error)" }

  func writeToStandardError() {
    StandardError.writeLine(description)
  }
}
