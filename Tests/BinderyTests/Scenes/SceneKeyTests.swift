import Bindery
import Scenes
import TUIKit
import Testing

/// The keys of a view reach the listeners by the names of the file format.
@MainActor
@Suite struct SceneKeyTests {
  private static let keys: [(KeyEvent, String)] = [
    (KeyEvent(.character(" ")), "space"), (KeyEvent(.character("ä")), "ä"), (KeyEvent(.enter), "enter"),
    (KeyEvent(.tab), "tab"), (KeyEvent(.backspace), "backspace"), (KeyEvent(.delete), "delete"),
    (KeyEvent(.insert), "insert"), (KeyEvent(.escape), "escape"), (KeyEvent(.up), "up"), (KeyEvent(.down), "down"),
    (KeyEvent(.left), "left"), (KeyEvent(.right), "right"), (KeyEvent(.home), "home"), (KeyEvent(.end), "end"),
    (KeyEvent(.pageUp), "pageUp"), (KeyEvent(.pageDown), "pageDown"), (KeyEvent(.function(12)), "f12"),
    (KeyEvent(.up, .control), "ctrl-up"), (KeyEvent(.up, .alt), "alt-up"), (KeyEvent(.up, .shift), "shift-up"),
    (KeyEvent(.up, [.control, .alt, .shift]), "ctrl-alt-shift-up"),
  ]

  @Test func `every key has its name in a scene file`() throws {
    let listeners = Self.keys.map { #"{"on": "key", "key": "\#($1)", "actions": [{"set": "key", "value": "\#($1)"}]}"# }
    let text = """
      {"viewModels": [{"name": "Keys", "properties": [{"name": "key", "type": "string"}],
          "instances": [{"name": "First", "values": {"key": ""}}]}],
       "artboards": [{"name": "A", "viewModel": "Keys", "stateMachines": [
         {"name": "m", "listeners": [\(listeners.joined(separator: ", "))]}]}]}
      """
    let scene = try Scene(file: File(reading: .resource("keys.json", text: text)))
    let view = SceneView(scene)
    for (event, name) in Self.keys {
      #expect(view.keyPressed(event))
      scene.advance(by: 0)
      #expect(try scene.viewModelInstance?.value(of: StringProperty(path: "key")) == name)
    }
    #expect(!view.keyPressed(KeyEvent(.down, .control)) && !view.keyPressed(KeyEvent(.function(1))))
  }
}
