import Glibc

/// A bound publisher has failed, and its property stays as it is.
public struct BindingFailure: Error, CustomStringConvertible {
  public let error: any Error
  /// Which binding it was: `Label.text`.
  public let binding: String

  public var description: String { "\(binding) is no longer brought up to date: \(error)" }

  func writeToStandardError() {
    var line = description + "\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
