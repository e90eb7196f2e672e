import TUIKit

extension KeyEvent {
  /// The name of the key in a scene file.
  var sceneName: String {
    let held: [(KeyEvent.Modifiers, String)] = [(.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-")]
    return held.reduce("") { modifiers.contains($1.0) ? $0 + $1.1 : $0 } + key.sceneName
  }
}

extension KeyEvent.Key {
  fileprivate var sceneName: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "enter"
    case .tab: "tab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .escape: "escape"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pageUp"
    case .pageDown: "pageDown"
    case .function(let number): "f\(number)"
    }
  }
}
