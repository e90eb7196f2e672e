extension KeyEvent {
  /// The name under which the key is shown: `a`, `ctrl-s`, `shift-tab`, `pgup`, `↑`.
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
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .function(let number): "f\(number)"
    }
  }
}
