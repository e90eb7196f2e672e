/// An actor as it is kept: also while it sleeps, and when its host is stopped.
public struct StoredActor: Sendable, Hashable {
  /// The id of the actor.
  public var id: String
  /// The name of the actor.
  public var name: String
  /// The key of the actor.
  public var key: [String]
  /// What it was made with.
  public var input: JSONValue?
  /// Its state; `nil` until it has been made.
  public var state: JSONValue?
  /// When it was made, in milliseconds since 1970.
  public var created: Int64

  /// Creates a record.
  public init(id: String, name: String, key: [String], input: JSONValue?, state: JSONValue?, created: Int64) {
    self.id = id
    self.name = name
    self.key = key
    self.input = input
    self.state = state
    self.created = created
  }
}

/// Keeps the actors of a host.
@NetworkActor
public protocol ActorStorage: AnyObject, Sendable {
  /// Returns the actor with an id.
  ///
  /// - Throws: Why the actors cannot be read.
  func actor(id: String) throws -> StoredActor?
  /// Returns the actors with a name, and with a key if one is given, the oldest first.
  ///
  /// - Throws: Why the actors cannot be read.
  func actors(name: String, key: [String]?) throws -> [StoredActor]
  /// Keeps an actor, in place of the one with its id.
  ///
  /// - Throws: Why the actor cannot be kept.
  func save(_ actor: StoredActor) throws
  /// Removes an actor, readable or not, and returns whether there was one.
  ///
  /// - Throws: Why the actor cannot be removed.
  func remove(id: String) throws -> Bool
  /// Ends the use by a host, which has stopped.
  func close()
}

/// Keeps actors in memory, as long as it exists.
@NetworkActor
public final class MemoryStorage: ActorStorage {
  private var actors: [String: StoredActor] = [:]
  private var ids: [String: [String]] = [:]

  /// Creates an empty storage.
  public nonisolated init() {}

  /// Returns the actor with an id.
  public func actor(id: String) -> StoredActor? { actors[id] }

  /// Returns the actors with a name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actors with the name.
  public func actors(name: String, key: [String]?) -> [StoredActor] {
    (ids[name] ?? []).compactMap { actors[$0] }.filter { key == nil || $0.key == key }
  }

  /// Keeps an actor.
  public func save(_ actor: StoredActor) {
    if actors.updateValue(actor, forKey: actor.id) == nil { ids[actor.name, default: []].append(actor.id) }
  }

  /// Removes an actor, and returns whether there was one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actors with its name.
  public func remove(id: String) -> Bool {
    guard let actor = actors.removeValue(forKey: id) else { return false }
    ids[actor.name]?.removeAll { $0 == id }
    return true
  }

  /// Does nothing: another host may go on with these actors.
  public func close() {}
}
