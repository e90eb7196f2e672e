import FoundationEssentials

/// Which actor is observed.
public struct ActorOpts: Sendable, Hashable {
  /// The name of the actor.
  public var name: String
  /// The key of the actor.
  public var key: [String]
  /// What its connection passes to it.
  public var params: JSONValue?
  /// What it is made with, if it does not exist.
  public var createWithInput: JSONValue?
  /// Where it is made, if it does not exist.
  public var createInRegion: String?

  /// Creates a description of an actor.
  public init(
    name: String, key: some ActorKeyConvertible = [String](), params: JSONValue? = nil,
    createWithInput: JSONValue? = nil, createInRegion: String? = nil
  ) {
    self.name = name
    self.key = key.actorKey
    self.params = params
    self.createWithInput = createWithInput
    self.createInRegion = createInRegion
  }

  /// What two observers must have in common to share a connection: the name, the key and the params.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the key and the params.
  public var hash: String {
    let parts = ([name] + key).map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    let params = Data(CBORWriter.bytes(of: params ?? .undefined)).base64EncodedString()
    return (parts + [params]).joined(separator: ":")
  }

  var options: ActorOptions {
    var options = ActorOptions()
    options.params = params
    options.createWithInput = createWithInput
    options.createInRegion = createInRegion
    return options
  }
}
