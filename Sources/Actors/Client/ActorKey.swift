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

/// How a missing actor is made, and what its connections pass to it.
public struct ActorOptions: Sendable, Hashable {
  /// What each connection and each action passes to the actor.
  public var params: JSONValue?
  /// Where the actor is made, if it does not exist.
  public var createInRegion: String?
  /// What the actor is made with, if it does not exist.
  public var createWithInput: JSONValue?

  /// Creates options from values that can be encoded.
  ///
  /// - Throws: An encoding error of a value.
  /// - Complexity: O(*n*), where *n* is the size of the values.
  public init(
    params: (any Encodable)? = nil, createInRegion: String? = nil, createWithInput: (any Encodable)? = nil
  ) throws {
    self.params = try params.map { try JSONValue(encoding: $0) }
    self.createInRegion = createInRegion
    self.createWithInput = try createWithInput.map { try JSONValue(encoding: $0) }
  }

  /// Creates options without values.
  public init() {}
}
