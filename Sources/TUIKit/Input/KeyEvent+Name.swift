extension KeyEvent {
  /// The name under which the key is shown: `a`, `ctrl-s`, `shift-tab`, `pgup`, `↑` (`up` where only ASCII may be
  /// sent to the terminal).
  public var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "ctrl-" }
    if modifiers.contains(.alt) { name += "alt-" }
    if modifiers.contains(.shift) { name += "shift-" }
    return name + key.name
  }

  /// Whether this is a character that a text field would insert.
  var isPlainCharacter: Bool {
    guard case .character = key else { return false }
    return modifiers.isSubset(of: .shift)
  }
}

extension KeyEvent.Key {
  var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "enter"
    case .tab: "tab"
    case .backspace: "backspace"
    case .delete: "del"
    case .insert: "ins"
    case .escape: "esc"
    case .up: TextLocale.isUTF8 ? "↑" : "up"
    case .down: TextLocale.isUTF8 ? "↓" : "down"
    case .left: TextLocale.isUTF8 ? "←" : "left"
    case .right: TextLocale.isUTF8 ? "→" : "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .function(let number): "f\(number)"
    }
  }
}
