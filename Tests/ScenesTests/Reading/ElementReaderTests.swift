import Testing

@testable import Scenes

/// The components and the actions of a file, and mistakes in them.
@MainActor
@Suite struct ElementReaderTests {
  private func problem(_ children: String, listeners: String = "[]") -> String {
    SceneFixtures.problem(
      of: SceneFixtures.text(
        children: children, more: #", "stateMachines": [{"name": "m", "listeners": \#(listeners)}]"#))
  }

  @Test(arguments: [
    (#"[{"type": "run", "text": "a"}]"#, "a run belongs into a text"),
    (#"[{"type": "text", "runs": [{"type": "text"}]}]"#, "a text contains runs only"),
    (
      #"[{"type": "text", "name": "a"}, {"type": "bar", "name": "a"}]"#,
      "there is already a component with the name “a”"
    ),
    (#"[{"type": "txet"}]"#, "unknown component “txet”; did you mean “text”?"),
    (#"[{"type": "text", "text": "a", "type": "bar"}]"#, "“type” occurs twice"),
    (#"[{"type": "box", "padding": [1]}]"#, "expected two or four numbers"),
    (#"[{"type": "box", "padding": [1, 2, 3]}]"#, "expected two or four numbers"),
    (
      #"[{"type": "text", "width": "half"}]"#,
      "expected a number of cells, “fit”, “fill” or a percentage, found “half”"
    ),
    (#"[{"type": "values", "properties": {"x": 1}}]"#, "every component already has a property “x”"),
    (#"[{"type": "values", "properties": {"own": null}}]"#, "expected a number, true or false, or text"),
    (#"[{"type": "list", "map": {"Mian": "Main"}}]"#, "unknown view model “Mian”; did you mean “Main”?"),
  ])
  func `a mistake in a component is reported`(children: String, message: String) {
    #expect(problem(children).hasSuffix(": " + message), "\(problem(children))")
  }

  @Test(arguments: [
    (#"{"fire": "go", "report": "x"}"#, "an action is one of “set”, “fire”, “report”, “focus” and “align”"),
    (#"{"report": "x", "value": 1}"#, "an action is one of “set”, “fire”, “report”, “focus” and “align”"),
    (#"{"value": 1}"#, "an action is one of “set”, “fire”, “report”, “focus” and “align”"),
    ("{}", "an action is one of “set”, “fire”, “report”, “focus” and “align”"),
    (#"{"fire": "amount"}"#, "“amount” is not a trigger"), (#"{"set": "amount"}"#, "“value” is missing"),
    (#"{"set": "amount", "value": "x"}"#, "expected a number, found text"),
  ])
  func `a mistake in an action is reported`(action: String, message: String) {
    let found = problem("[]", listeners: #"[{"on": "text", "actions": [\#(action)]}]"#)
    #expect(found.hasSuffix(": " + message), "\(found)")
  }

  @Test func `a component has one padding for all sides, two or four`() throws {
    func draw(_ padding: String) throws -> [String] {
      let scene = try SceneFixtures.scene(
        children: #"[{"type": "stack", "padding": \#(padding), "children": [{"type": "text", "text": "a"}]}, "#
          + #"{"type": "text", "text": "below"}]"#)
      scene.resize(to: CellSize(width: 6, height: 6))
      scene.advance(by: 0)
      return scene.rendered().lines
    }
    #expect(try draw("1") == ["", " a", "", "below", "", ""])
    #expect(try draw("[0, 2]") == ["  a", "below", "", "", "", ""])
    #expect(try draw("[1, 0, 2, 4]") == ["", "    a", "", "", "below", ""])
  }

  @Test func `the focus moves to the next, the former or no component`() throws {
    let listeners = [("n", "next"), ("p", "previous"), ("x", "none"), ("b", "b")].map {
      #"{"on": "key", "key": "\#($0)", "actions": [{"focus": "\#($1)"}]}"#
    }
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "text", "name": "a", "focusable": true}, {"type": "text"},
         {"type": "text", "name": "b", "focusable": true}]
        """,
      more: #", "stateMachines": [{"name": "m", "listeners": [\#(listeners.joined(separator: ", "))]}]"#)
    func focus(_ key: String) -> String? {
      scene.stateMachine.keyPress(key)
      scene.advance(by: 0)
      return scene.stateMachine.focusedElement.map { scene.artboard.tree.elements[$0].definition.name }
    }
    #expect(focus("b") == "b" && focus("p") == "a" && focus("p") == "b" && focus("n") == "a")
    #expect(focus("x") == nil && focus("n") == "a" && focus("n") == "b")
  }
}
