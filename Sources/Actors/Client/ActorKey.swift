/// What names an actor among those of its kind: a text, or several.
public protocol ActorKeyConvertible {
  /// The parts of the key.
  var actorKey: [String] { get }
}

extension String: ActorKeyConvertible {
  /// This text alone.
  public var actorKey: [String] { [self] }
}

extension Array: ActorKeyConvertible where Element == String {
  /// These texts.
  public var actorKey: [String] { self }
}

/// The text that the servers know a key by.
enum KeyText {
  /// Joins the parts with slashes; a slash inside a part is escaped, and so is an empty part.
  static func joined(_ parts: [String]) -> String {
    if parts.isEmpty { return "/" }
    return parts.map { part in
      if part.isEmpty { return "\\0" }
      return part.unicodeScalars.map { $0 == "/" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    }.joined(separator: "/")
  }
}
