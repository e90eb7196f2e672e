/// The names of keys in files and in ``StateMachine/keyPress(_:)``.
enum KeyName {
  /// The keys without a character.
  static let named =
    [
      "space", "enter", "tab", "backspace", "delete", "insert", "escape", "up", "down", "left", "right", "home", "end",
      "pageUp", "pageDown",
    ] + (1...24).map { "f\($0)" }

  /// What can be held with another key, in this order.
  static let modifiers = ["ctrl-", "alt-", "shift-"]

  /// Whether a key with the name exists: a character or one of ``named``, after the keys that are held with it.
  static func isValid(_ name: String) -> Bool {
    var key = Substring(name)
    for modifier in modifiers where key.hasPrefix(modifier) { key = key.dropFirst(modifier.count) }
    return key.count == 1 || named.contains(String(key))
  }
}
