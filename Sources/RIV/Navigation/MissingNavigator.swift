import Glibc

/// Somebody wanted to go somewhere, and there was no navigator to go with.
public struct MissingNavigator: Error, Equatable, CustomStringConvertible {
  /// The event or the route, described.
  public let wanted: String

  public init(wanted: String) {
    self.wanted = wanted
  }

  public var description: String {
    "“\(wanted)” leads nowhere: its navigator was never set, or is gone. Somebody else must keep it alive."
  }

  public func writeToStandardError() {
    var line = description + "\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
