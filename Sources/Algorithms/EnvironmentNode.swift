/// A part of a tree that passes what is set on it to the parts below: a view controller, for example.
///
/// A module that defines what is passed on, and one that defines the tree, need not know each other.
///
///     screen.setEnvironmentValue(client, "client")
///     let client = sheet.environmentValue("client")
@MainActor
public protocol EnvironmentNode: AnyObject {
  /// The objects that are set on this part itself, by name.
  var environment: [String: AnyObject] { get set }
  /// The part above; `nil` at the top. A part that moves calls ``EnvironmentChanges/notify()``.
  var environmentParent: (any EnvironmentNode)? { get }
}

extension EnvironmentNode {
  /// Sets an object on this part, and notifies the observers of ``EnvironmentChanges``.
  ///
  /// - Complexity: That of ``EnvironmentChanges/notify()``.
  public func setEnvironmentValue(_ value: AnyObject?, _ name: String) {
    environment[name] = value
    EnvironmentChanges.notify()
  }

  /// Returns the nearest object with a name: that of this part, or of one above.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts above.
  public func environmentValue(_ name: String) -> AnyObject? {
    var node: (any EnvironmentNode)? = self
    while let current = node {
      if let value = current.environment[name] { return value }
      node = current.environmentParent
    }
    return nil
  }
}

/// Notifies observers that a part of some tree has another environment: an object was set, or the part has moved.
@MainActor
public enum EnvironmentChanges {
  private static var observers: [Int: () -> Void] = [:]
  private static var last = 0

  /// Calls `action` after each change, until ``end(_:)`` is called with the number that is returned.
  public static func observe(_ action: @escaping () -> Void) -> Int {
    last += 1
    observers[last] = action
    return last
  }

  /// Ends an observation.
  public static func end(_ number: Int) { observers[number] = nil }

  /// Calls the observers, the oldest first; one that is ended by an earlier one is not called.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of observers.
  public static func notify() {
    for number in observers.keys.sorted() { observers[number]?() }
  }
}
