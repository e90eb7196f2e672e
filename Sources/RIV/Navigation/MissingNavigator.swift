import Reactive

/// A report that an event or a route could not be followed, because there is no navigator.
public struct MissingNavigator: Error, Equatable, CustomStringConvertible {
  /// The event or the route, described.
  public let wanted: String

  /// A report about an event or a route.
  public init(wanted: String) {
    self.wanted = wanted
  }

  public var description: String {
    "“\(wanted)” leads nowhere: its navigator was never set, or has been released. A router does not keep it alive."
  }

  /// Writes the report to standard error.
  public func writeToStandardError() {
    StandardError.writeLine(description)
  }
}
