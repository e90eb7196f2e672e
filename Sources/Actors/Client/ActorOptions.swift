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

/// What ``RivetKitClient/create(_:key:options:)`` makes an actor with, and what its connections pass to it.
public struct CreateOptions: Sendable, Hashable {
  /// What each connection and each action passes to the actor.
  public var params: JSONValue?
  /// Where the actor is made.
  public var region: String?
  /// What the actor is made with.
  public var input: JSONValue?

  /// Creates options from values that can be encoded.
  ///
  /// - Throws: An encoding error of a value.
  /// - Complexity: O(*n*), where *n* is the size of the values.
  public init(params: (any Encodable)? = nil, region: String? = nil, input: (any Encodable)? = nil) throws {
    self.params = try params.map { try JSONValue(encoding: $0) }
    self.region = region
    self.input = try input.map { try JSONValue(encoding: $0) }
  }

  /// Creates options without values.
  public init() {}
}
