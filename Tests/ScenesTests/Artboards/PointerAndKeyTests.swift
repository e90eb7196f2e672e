import Scenes
import Testing

@testable import Scenes

@MainActor
@Suite struct PointerAndKeyTests {
  private let amount = NumberProperty(path: "amount")
  private let second = NumberProperty(path: "second")

  /// A scene with components and the listeners of its state machine.
  private func scene(_ children: String, listeners: String, layers: String = "[]", part: String = "") throws -> Scene {
    let machine = #","stateMachines": [{"name": "m", "layers": \#(layers), "listeners": \#(listeners)}]"#
    let scene = try SceneFixtures.scene(children: children, more: machine, artboards: part)
    scene.resize(to: CellSize(width: 10, height: 6))
    scene.advance(by: 0)
    return scene
  }

  /// An artboard of three columns and one line with listeners.
  private func part(_ listeners: String) -> String {
    """
    , {"name": "Part", "viewModel": "Main", "width": 3, "height": 1,
       "children": [{"type": "text", "name": "t", "text": "abc", "focusable": true}],
       "stateMachines": [{"name": "p", "listeners": \(listeners)}]}
    """
  }

  @Test func `text reaches the listeners of a nested artboard`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "artboard": "Part"}]"#, listeners: "[]",
      part: part(#"[{"on": "text", "actions": [{"set": "amount", "value": 9}]}]"#))
    #expect(scene.stateMachine.textInput("z"))
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 9)
  }

  @Test func `a pointer that leaves a nested artboard leaves what is inside`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "artboard": "Part"}, {"type": "text", "text": "below"}]"#, listeners: "[]",
      part: part(#"[{"on": "pointerExit", "target": "t", "actions": [{"set": "amount", "value": 9}]}]"#))
    scene.stateMachine.pointerMove(x: 1, y: 0)
    scene.stateMachine.pointerMove(x: 1, y: 1)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 9)
  }

  @Test func `a button released outside is not held inside`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "artboard": "Part"}, {"type": "text", "text": "below"}]"#, listeners: "[]",
      part: part(#"[{"on": "click", "target": "t", "actions": [{"set": "amount", "value": 9}]}]"#))
    scene.stateMachine.pointerDown(x: 1, y: 0)
    scene.stateMachine.pointerUp(x: 1, y: 1)
    scene.stateMachine.pointerDown(x: 1, y: 1)
    scene.stateMachine.pointerUp(x: 1, y: 0)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 3)
  }

  @Test func `a drag out of a nested artboard continues outside`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "artboard": "Part"}, {"type": "text", "text": "below"}]"#, listeners: "[]",
      part: part(#"[{"on": "drag", "target": "t", "actions": [{"report": "drag"}]}]"#))
    var drags = 0
    let token = scene.stateMachine.events.sink { _ in drags += 1 }
    defer { token.cancel() }
    scene.stateMachine.pointerDown(x: 1, y: 0)
    for x in 1...3 { scene.stateMachine.pointerMove(x: x, y: 1) }
    scene.advance(by: 0)
    #expect(drags == 3)
    scene.stateMachine.pointerUp(x: 3, y: 1)
    scene.stateMachine.pointerMove(x: 2, y: 1)
    scene.advance(by: 0)
    #expect(drags == 3)
  }

  @Test func `a press enters the components under the pointer`() throws {
    let scene = try scene(
      #"[{"type": "text", "name": "a", "text": "above"}, {"type": "text", "name": "b", "text": "below"}]"#,
      listeners: """
        [{"on": "pointerEnter", "target": "a", "actions": [{"set": "amount", "value": 7}]},
         {"on": "pointerExit", "target": "a", "actions": [{"set": "second", "value": 8}]}]
        """)
    scene.stateMachine.pointerDown(x: 0, y: 0)
    scene.stateMachine.pointerUp(x: 0, y: 0)
    scene.stateMachine.pointerDown(x: 0, y: 1)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 7)
    #expect(try scene.instance.value(of: second) == 8)
  }

  @Test func `an artboard that is scrolled out of sight is not clicked`() throws {
    let scene = try scene(
      """
      [{"type": "scroll", "height": 1, "children": [{"type": "stack", "children": [
          {"type": "text", "text": "first"}, {"type": "artboard", "artboard": "Part"}]}]},
       {"type": "text", "text": "last"}]
      """,
      listeners: "[]", part: part(#"[{"on": "click", "actions": [{"set": "amount", "value": 9}]}]"#))
    #expect(scene.rendered().lines[1] == "last")
    scene.stateMachine.pointerDown(x: 0, y: 1)
    scene.stateMachine.pointerUp(x: 0, y: 1)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 3)
  }

  @Test func `a key typed before the next frame follows the keys before it`() throws {
    let scene = try scene(
      #"[{"type": "text", "name": "a", "text": "a", "focusable": true}]"#,
      listeners: """
        [{"on": "key", "key": "tab", "actions": [{"focus": "next"}]},
         {"on": "key", "key": "x", "target": "a", "actions": [{"set": "amount", "value": 9}]},
         {"on": "key", "key": "g", "actions": [{"fire": "go"}]}]
        """,
      layers: """
        [{"name": "l", "states": [{"name": "off"}, {"name": "on"}], "transitions": [
          {"from": "entry", "to": "off"},
          {"from": "off", "to": "on", "conditions": [{"path": "go"}]},
          {"from": "on", "to": "off", "conditions": [{"path": "go"}]}]}]
        """)
    #expect(scene.stateMachine.keyPress("tab"))
    #expect(scene.stateMachine.keyPress("x"))
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 9)
    scene.stateMachine.keyPress("g")
    scene.stateMachine.keyPress("g")
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["off"])
  }

  @Test func `keys do not reach a hidden component with the focus`() throws {
    let scene = try scene(
      #"[{"type": "text", "name": "a", "text": "a", "focusable": true, "visible": {"bind": "flag"}}]"#,
      listeners: """
        [{"on": "key", "key": "tab", "actions": [{"focus": "a"}]},
         {"on": "key", "key": "x", "target": "a", "actions": [{"set": "amount", "value": 9}]}]
        """)
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: true)
    scene.advance(by: 0)
    scene.stateMachine.keyPress("tab")
    scene.advance(by: 0)
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: false)
    scene.advance(by: 0)
    #expect(!scene.stateMachine.keyPress("x"))
  }

  @Test func `an event of a nested artboard reaches the listeners around it`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "name": "inside", "artboard": "Part"}]"#,
      listeners: #"[{"on": "event", "event": "done", "actions": [{"set": "amount", "value": 9}]}]"#,
      part: part(#"[{"on": "click", "actions": [{"report": "done"}]}]"#))
    var events: [String] = []
    let log = scene.stateMachine.events.sink { events.append($0) }
    scene.stateMachine.pointerDown(x: 0, y: 0)
    scene.stateMachine.pointerUp(x: 0, y: 0)
    scene.advance(by: 0)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 9)
    #expect(events == ["done"])
    log.cancel()
  }

  @Test func `a property that changes twice before an advance runs its listener once`() throws {
    let scene = try scene(
      #"[{"type": "text", "text": "x"}]"#,
      listeners: #"[{"on": "viewModelChange", "path": "amount", "actions": [{"report": "changed"}]}]"#)
    var events: [String] = []
    let token = scene.stateMachine.events.sink { events.append($0) }
    defer { token.cancel() }
    for values in [[5.0, 6, 7], [8]] {
      for value in values { try scene.instance.setValue(of: amount, to: value) }
      events = []
      scene.advance(by: 0)
      #expect(events == ["changed"])
    }
  }

  @Test func `each use of the pointer runs its listener`() throws {
    let kinds = ["pointerEnter", "pointerExit", "pointerDown", "pointerUp", "pointerMove", "click", "drag"]
    let listeners = kinds.map { #"{"on": "\#($0)", "target": "t", "actions": [{"report": "\#($0)"}]}"# }
    let scene = try scene(
      #"[{"type": "text", "name": "t", "text": "abc"}]"#, listeners: "[\(listeners.joined(separator: ", "))]")
    let machine = scene.stateMachine
    var events: [String] = []
    let token = machine.events.sink { events.append($0) }
    defer { token.cancel() }
    func after(_ use: () -> Bool) -> [String] {
      events = []
      let isHandled = use()
      scene.advance(by: 0)
      #expect(isHandled == !events.isEmpty)
      return events
    }
    #expect(after { machine.pointerMove(x: 5, y: 5) } == [])
    #expect(after { machine.pointerMove(x: 0, y: 0) } == ["pointerMove", "pointerEnter"])
    #expect(after { machine.pointerMove(x: 1, y: 0) } == ["pointerMove"])
    #expect(after { machine.pointerDown(x: 1, y: 0) } == ["pointerDown"])
    #expect(after { machine.pointerMove(x: 2, y: 0) } == ["pointerMove", "drag"])
    #expect(after { machine.pointerUp(x: 2, y: 0) } == ["pointerUp", "click"])
    #expect(after { machine.pointerDown(x: 2, y: 0) } == ["pointerDown"])
    // A drag goes on outside, and a release there is no click.
    #expect(after { machine.pointerMove(x: 5, y: 5) } == ["pointerExit", "drag"])
    #expect(after { machine.pointerMove(x: 6, y: 5) } == ["drag"])
    #expect(after { machine.pointerUp(x: 5, y: 5) } == [])
    #expect(after { machine.pointerMove(x: 0, y: 0) } == ["pointerMove", "pointerEnter"])
  }

  @Test func `a component that is aligned moves to the pointer`() throws {
    let scene = try scene(
      #"[{"type": "text", "name": "t", "text": "abc", "width": 3}]"#,
      listeners: #"[{"on": "pointerDown", "actions": [{"align": "t"}]}]"#)
    #expect(scene.rendered().lines[0] == "abc")
    for (x, y) in [(4, 2), (1, 5), (0, 0)] {
      scene.stateMachine.pointerDown(x: x, y: y)
      scene.advance(by: 0)
      #expect(scene.rendered().lines[y] == String(repeating: " ", count: x) + "abc")
    }
  }

  @Test func `a component scrolls while a part of it is out of sight`() throws {
    let scene = try scene(
      """
      [{"type": "scroll", "name": "s", "height": 2, "children": [{"type": "text", "text": "a\\nb\\nc"}]},
       {"type": "scroll", "height": 2, "children": [{"type": "text", "text": "x\\ny"}]},
       {"type": "scroll", "direction": "horizontal", "width": 3, "children": [
         {"type": "text", "text": "abcd", "wrap": "none"}]}]
      """, listeners: "[]")
    func scroll(y: Int, _ lines: Int) -> Bool {
      defer { scene.advance(by: 0) }
      return scene.stateMachine.scroll(x: 0, y: y, by: lines)
    }
    #expect(scene.rendered().lines == ["a", "b", "x", "y", "abc", ""])
    #expect(scroll(y: 1, -1) && scene.element("s").number(.offset) == 0)
    #expect(scroll(y: 0, 1) && scroll(y: 4, 1))
    #expect(!scroll(y: 2, 1) && !scroll(y: 3, 1) && !scroll(y: 5, 1))
    #expect(scene.rendered().lines == ["b", "c", "x", "y", "bcd", ""])
    #expect(scroll(y: 0, 9) && scene.element("s").number(.offset) == 1)
    #expect(scroll(y: 0, -9))
    #expect(scene.rendered().lines[0] == "a")
  }

  @Test func `the inner one of two scrolling components scrolls`() throws {
    let scene = try scene(
      """
      [{"type": "scroll", "name": "outer", "height": 3, "children": [{"type": "stack", "children": [
         {"type": "scroll", "name": "inner", "height": 2, "children": [{"type": "text", "text": "a\\nb\\nc"}]},
         {"type": "text", "text": "x\\ny\\nz"}]}]}]
      """, listeners: "[]")
    scene.stateMachine.scroll(x: 0, y: 1, by: 1)
    scene.advance(by: 0)
    #expect(["outer", "inner"].map { scene.element($0).number(.offset) } == [0, 1])
    scene.stateMachine.scroll(x: 0, y: 2, by: 1)
    scene.advance(by: 0)
    #expect(scene.rendered().lines.prefix(3) == ["c", "x", "y"])
  }

  @Test func `the focus skips hidden components`() throws {
    let scene = try scene(
      """
      [{"type": "text", "name": "a", "focusable": true},
       {"type": "stack", "visible": false, "children": [{"type": "text", "name": "b", "focusable": true}]},
       {"type": "text", "name": "c", "focusable": true}]
      """,
      listeners: """
        [{"on": "key", "key": "n", "actions": [{"focus": "next"}]},
         {"on": "key", "key": "p", "actions": [{"focus": "previous"}]}]
        """)
    func focus(_ key: String) -> String? {
      scene.stateMachine.keyPress(key)
      scene.advance(by: 0)
      return scene.stateMachine.focusedElement.map { scene.artboard.tree.elements[$0].definition.name }
    }
    #expect(focus("n") == "a" && focus("n") == "c")
    #expect(focus("p") == "a" && focus("p") == "c")
  }

  @Test func `keys reach every listener that names them, or none`() throws {
    let scene = try scene(
      #"[{"type": "text", "name": "a", "text": "a", "focusable": true}]"#,
      listeners: """
        [{"on": "key", "actions": [{"report": "any"}]}, {"on": "key", "key": "x", "actions": [{"report": "x"}]},
         {"on": "text", "target": "a", "actions": [{"report": "text"}]}]
        """)
    let machine = scene.stateMachine
    var events: [String] = []
    let token = machine.events.sink { events.append($0) }
    defer { token.cancel() }
    #expect(machine.handlesKeys && machine.keyPress("x") && machine.keyPress("y"))
    #expect(!machine.textInput("t"))
    machine.pointerDown(x: 0, y: 0)
    #expect(machine.textInput("t") && !machine.textInput(""))
    scene.advance(by: 0)
    #expect(events == ["any", "x", "any", "text"])
    let clicks = try self.scene(
      #"[{"type": "text", "text": "a"}]"#, listeners: #"[{"on": "click", "actions": [{"report": "click"}]}]"#)
    #expect(!clicks.stateMachine.handlesKeys && !clicks.stateMachine.keyPress("x"))
  }

  @Test func `keys of the artboard around come before those inside`() throws {
    let scene = try scene(
      #"[{"type": "artboard", "artboard": "Part"}]"#,
      listeners: #"[{"on": "key", "key": "x", "actions": [{"set": "second", "value": 1}]}]"#,
      part: part(#"[{"on": "key", "actions": [{"set": "amount", "value": 9}]}]"#))
    #expect(scene.stateMachine.handlesKeys && scene.stateMachine.keyPress("x"))
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 3 && scene.instance.value(of: second) == 1)
    #expect(scene.stateMachine.keyPress("y"))
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 9)
  }

  @Test func `a press moves the focus to the innermost focusable component`() throws {
    let kinds = ["focus", "blur"].flatMap { kind in
      ["outer", "inner"].map { #"{"on": "\#(kind)", "target": "\#($0)", "actions": [{"report": "\#(kind) \#($0)"}]}"# }
    }
    let scene = try scene(
      """
      [{"type": "stack", "name": "outer", "focusable": true, "height": 3, "children": [
         {"type": "text", "name": "inner", "text": "abc", "focusable": true, "width": 3}]}]
      """,
      listeners: #"[\#(kinds.joined(separator: ", ")), {"on": "focus", "actions": [{"report": "any"}]}]"#)
    var events: [String] = []
    let token = scene.stateMachine.events.sink { events.append($0) }
    defer { token.cancel() }
    #expect(scene.stateMachine.pointerDown(x: 1, y: 0) && scene.stateMachine.pointerDown(x: 2, y: 0))
    scene.advance(by: 0)
    #expect(events == ["focus inner", "any"])
    events = []
    #expect(scene.stateMachine.pointerDown(x: 1, y: 2) && !scene.stateMachine.pointerDown(x: 1, y: 4))
    scene.advance(by: 0)
    #expect(events.sorted() == ["any", "blur inner", "focus outer"])
  }

  @Test func `a listener without a component listens to the whole artboard`() throws {
    let scene = try scene(
      #"[{"type": "text", "text": "abc"}]"#, listeners: #"[{"on": "pointerDown", "actions": [{"report": "down"}]}]"#)
    #expect(scene.stateMachine.pointerDown(x: 9, y: 5) && scene.stateMachine.pointerDown(x: 0, y: 0))
    #expect(!scene.stateMachine.pointerDown(x: 10, y: 5) && !scene.stateMachine.pointerDown(x: 9, y: 6))
    #expect(!scene.stateMachine.pointerDown(x: -1, y: 0) && !scene.stateMachine.pointerUp(x: 0, y: 0))
  }
}
