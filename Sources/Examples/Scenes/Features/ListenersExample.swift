import Scenes
import TUIKit

/// Listeners: keys, typed text, clicks and the focus change values without any code of the program.
final class ListenersExample: SceneExampleController {
  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  private static let text = """
    {
      "viewModels": [{"name": "Desk", "properties": [
        {"name": "news", "type": "string"}, {"name": "isLeft", "type": "boolean"}, {"name": "rings", "type": "trigger"},
        {"name": "last", "type": "string"}]}],
      "converters": [{"name": "not", "type": "negate"}],
      "artboards": [{"name": "Desk", "viewModel": "Desk", "gap": 1, "children": [
        {"type": "stack", "direction": "horizontal", "gap": 2, "children": [
          {"type": "box", "name": "bell", "focusable": true, "width": 16, "children": [
            {"type": "text", "text": "the bell"}]},
          {"type": "box", "name": "door", "focusable": true, "width": 16, "children": [
            {"type": "text", "text": "the door"}]}]},
        {"type": "text", "text": {"bind": "news"}},
        {"type": "text", "color": "accent", "text": {"bind": "last"}},
        {"type": "text", "text": "◀ left", "visible": {"bind": "isLeft"}},
        {"type": "text", "text": "right ▶", "visible": {"bind": "isLeft", "converter": "not"}}],
       "stateMachines": [{"name": "desk", "listeners": [
        {"on": "key", "key": "left", "actions": [{"set": "isLeft", "value": true}]},
        {"on": "key", "key": "right", "actions": [{"set": "isLeft", "value": false}]},
        {"on": "key", "key": "n", "actions": [{"focus": "next"}]},
        {"on": "focus", "target": "bell", "actions": [{"set": "news", "value": "The bell has the focus."}]},
        {"on": "focus", "target": "door", "actions": [{"set": "news", "value": "The door has the focus."}]},
        {"on": "key", "key": "enter", "target": "bell", "actions": [{"fire": "rings"}]},
        {"on": "click", "target": "bell", "actions": [{"fire": "rings"}]},
        {"on": "viewModelChange", "path": "rings", "actions": [{"set": "news", "value": "The bell rings."}]},
        {"on": "viewModelChange", "path": "news", "actions": [{"set": "last", "value": {"bind": "news"}}]}]}]}]
    }
    """
}
