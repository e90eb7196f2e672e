import Testing

@testable import Scenes

@MainActor
@Suite struct BindTests {
  let title = StringProperty(path: "title")
  let amount = NumberProperty(path: "amount")

  @Test func `an element shows a value after an advance only`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "name": "t", "text": {"bind": "title"}}]"#)
    #expect(scene.element("t").text(.text) == "")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Hello")
    try scene.instance.setValue(of: title, to: "Bye")
    #expect(scene.element("t").text(.text) == "Hello")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Bye")
  }

  @Test func `initial values reach elements with the first advance`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "text", "name": "t", "text": {"bind": "title"}},
         {"type": "bar", "name": "b", "value": {"bind": "amount"}, "color": {"bind": "tint"}}]
        """)
    #expect(scene.element("t").text(.text) == "" && scene.element("b").number(.value) == 0)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Hello" && scene.element("b").number(.value) == 3)
    #expect(scene.element("b").color(.color) == Color(0xFF00_0000))
  }

  /// The property is 3, then 4, the element 10; the converter doubles.
  @Test(arguments: [
    ("toTarget", [6, 3], [8, 4], [10, 4]), ("toSource", [0, 0], [0, 4], [10, 20]),
    ("twoWay", [6, 3], [8, 4], [10, 5]), ("once", [6, 3], [6, 4], [10, 4]),
  ])
  func `each mode converts in its direction`(
    mode: String, first: [Double], afterSource: [Double], afterTarget: [Double]
  ) throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "\#(mode)", "converter": "c"}}]"#,
      converters: #"[{"name": "c", "type": "calculate", "operation": "multiply", "value": 2}]"#)
    func sides() throws -> [Double] {
      scene.advance(by: 0)
      return [scene.element("b").number(.value), try scene.instance.value(of: amount)]
    }
    #expect(try sides() == first)
    try scene.instance.setValue(of: amount, to: 4)
    #expect(try sides() == afterSource)
    scene.element("b").set(.number(10), at: .value)
    #expect(try sides() == afterTarget)
  }

  @Test func `two roots that share a nested instance show one value`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "name": "t", "text": {"bind": "inner/title"}}]"#)
    let other = try Scene(file: scene.file)
    let inner = ViewModelInstanceProperty(path: "inner")
    try other.instance.setValue(of: inner, to: scene.instance.value(of: inner))
    try other.instance.setValue(of: StringProperty(path: "inner/title"), to: "Shared")
    for scene in [scene, other] {
      scene.advance(by: 0)
      #expect(scene.element("t").text(.text) == "Shared")
    }
  }

  @Test func `a nested path follows a replaced instance`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "name": "t", "text": {"bind": "inner/title"}}]"#)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Inside")
    let former = try scene.instance.value(of: ViewModelInstanceProperty(path: "inner"))
    let new = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    new.setValue(of: title, to: "New")
    try scene.instance.setValue(of: ViewModelInstanceProperty(path: "inner"), to: new)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "New")
    former.setValue(of: title, to: "Old")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "New")
    #expect(try former.value(of: title) == "Old")
    new.setValue(of: title, to: "Newer")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Newer")
  }

  @Test(arguments: ["toSource", "twoWay"])
  func `a replaced instance is bound as the former one was`(mode: String) throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "inner/amount", "mode": "\#(mode)"}}]"#)
    scene.element("b").set(.number(5), at: .value)
    scene.advance(by: 0)
    let new = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    new.setValue(of: amount, to: 7)
    try scene.instance.setValue(of: ViewModelInstanceProperty(path: "inner"), to: new)
    scene.advance(by: 0)
    // The component fills the property of a bind to the source, and follows it in a two-way bind.
    #expect(try new.value(of: amount) == scene.element("b").number(.value))
    #expect(scene.element("b").number(.value) == (mode == "twoWay" ? 7 : 5))
  }

  @Test func `a bind to the source writes the property`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "toSource"}}]"#)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 0)
    scene.element("b").set(.number(5), at: .value)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 5)
    try scene.instance.setValue(of: amount, to: 7)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 5)
  }

  @Test func `a bind reads the cells that the layout has found`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "text", "text": {"bind": "title"}},
         {"type": "stack", "direction": "horizontal", "children": [
          {"type": "text", "text": {"bind": "title"}},
          {"type": "text", "text": "wide", "computedX": {"bind": "amount"}, "computedY": {"bind": "inner/amount"},
           "computedWidth": {"bind": "second", "mode": "toSource"}}]},
         {"type": "text", "text": {"bind": "second", "converter": "text"}}]
        """, converters: #"[{"name": "text", "type": "toString", "decimals": 0}]"#)
    let (second, inner) = (NumberProperty(path: "second"), NumberProperty(path: "inner/amount"))
    var values: [Double] = []
    let token = try scene.instance.publisher(of: second).sink(receiveCompletion: { _ in }) { values.append($0) }
    defer { token.cancel() }
    scene.resize(to: CellSize(width: 20, height: 5))
    scene.advance(by: 0)
    #expect(try [scene.instance.value(of: amount), scene.instance.value(of: inner)] == [5, 1])
    // One event, with the size of the first layout; and what is bound to it shows it in the same advance.
    #expect(values == [0, 4] && scene.rendered().lines[2] == "4")
    #expect(!scene.advance(by: 0))
    try scene.instance.setValue(of: title, to: "Good day")
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 8)
    #expect(values == [0, 4] && !scene.advance(by: 0))
  }

  @Test func `a property that the layout computes is only read`() {
    func problem(_ members: String, _ more: String = "") -> String {
      SceneFixtures.problem(
        of: SceneFixtures.text(children: #"[{"type": "text", "name": "t", "computedWidth": \#(members)}]"#, more: more))
    }
    #expect(problem("4").contains("computedWidth: expected a binding"))
    #expect(
      problem(#"{"bind": "amount", "mode": "twoWay"}"#).hasSuffix(
        "the layout computes “computedWidth”, so the mode of its bind is “toSource”"))
    let track = #"{"target": "t", "property": "computedWidth", "keys": [{"frame": 0, "value": 1}]}"#
    #expect(
      problem(
        #"{"bind": "amount"}"#, #", "animations": [{"name": "a", "duration": 1, "tracks": [\#(track)]}]"#
      ).hasSuffix("the layout computes “computedWidth”, so no timeline changes it"))
  }

  @Test func `a component moves with the property that its place is bound to`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "text": "a", "x": {"bind": "amount"}}]"#)
    scene.advance(by: 0)
    scene.resize(to: CellSize(width: 20, height: 2))
    scene.advance(by: 0)
    try scene.instance.setValue(of: amount, to: 7)
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "       a")
  }

  @Test(arguments: [("source", 20.0), ("target", 10)])
  func `a two-way conflict is won by the preferred side`(side: String, result: Double) throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "twoWay", "prefer": ""#
        + side + #""}}]"#)
    scene.advance(by: 0)
    scene.element("b").set(.number(10), at: .value)
    try scene.instance.setValue(of: amount, to: 20)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == result)
    #expect(try scene.instance.value(of: amount) == result)
  }

  @Test func `a two-way bind converts in both directions`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "twoWay", "converter": "c"}}]"#,
      converters: #"[{"name": "c", "type": "calculate", "operation": "multiply", "value": 2}]"#)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 6)
    scene.element("b").set(.number(10), at: .value)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 5)
  }

  @Test func `a bind that writes its property does not read it back`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "twoWay", "converter": "c"}}]"#,
      converters: #"[{"name": "c", "type": "round"}]"#)
    scene.advance(by: 0)
    scene.element("b").set(.number(2.6), at: .value)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 2.6)
    #expect(try scene.instance.value(of: amount) == 2.6)
  }

  @Test func `a bind of mode once reads what the same advance writes`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "bar", "name": "shown", "value": {"bind": "amount", "mode": "once"}},
         {"type": "bar", "name": "source", "value": {"bind": "amount", "mode": "toSource"}}]
        """)
    scene.element("source").set(.number(7), at: .value)
    scene.advance(by: 0)
    #expect(scene.element("shown").number(.value) == 7)
  }

  @Test func `a bind of mode once reads its source once`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "name": "t", "text": {"bind": "title", "mode": "once"}}]"#)
    scene.advance(by: 0)
    try scene.instance.setValue(of: title, to: "Bye")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Hello")
    let other = try scene.file.createViewModelInstance(from: .blank(from: .name("Main")))
    other.setValue(of: title, to: "Other")
    scene.bindViewModelInstance(other)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Other")
  }

  @Test func `binding another instance replaces the former one`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "name": "t", "text": {"bind": "title"}}]"#)
    scene.advance(by: 0)
    let former = try scene.instance
    let other = try scene.file.createViewModelInstance(from: .blank(from: .name("Main")))
    scene.bindViewModelInstance(other)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "")
    former.setValue(of: title, to: "Former")
    #expect(!scene.advance(by: 0))
    #expect(scene.element("t").text(.text) == "")
    scene.bindViewModelInstance(nil)
    other.setValue(of: title, to: "Unbound")
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "")
  }

  @Test func `a value of another type shows the default of the slot`() throws {
    let scene = try SceneFixtures.scene(children: "[]")
    let (machine, text) = try SceneFixtures.foreignElement(
      #""type": "text", "text": {"bind": "amount"}"#, in: scene)
    text.set(.string("5"), at: .text)
    machine.advance(by: 0)
    #expect(text.text(.text) == "")
  }

  @Test func `a circle of binds ends`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "values", "name": "v", "properties": {
          "a": {"bind": "amount", "mode": "twoWay", "converter": "up"},
          "b": {"bind": "amount", "mode": "twoWay"}}}]
        """,
      converters: #"[{"name": "up", "type": "calculate", "operation": "add", "value": 1}]"#)
    for _ in 0..<20 { scene.advance(by: 0) }
    #expect(try scene.instance.value(of: amount).isFinite)
  }

  @Test func `a bind of a hidden component waits until it is shown`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "stack", "visible": {"bind": "flag"}, "children": "#
        + #"[{"type": "text", "name": "t", "text": {"bind": "title"}}]}]"#)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "")
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: true)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Hello")
  }

  @Test func `a settled scene needs no advance until a value changes`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "name": "t", "text": {"bind": "title"}}]"#)
    var requests = 0
    scene.stateMachine.onNeedsAdvance = { requests += 1 }
    #expect(!scene.advance(by: 0))
    #expect(requests == 0)
    try scene.instance.setValue(of: amount, to: 9)
    #expect(requests == 0)
    try scene.instance.setValue(of: title, to: "Hello")
    #expect(requests == 0)
    try scene.instance.setValue(of: title, to: "Bye")
    try scene.instance.setValue(of: title, to: "Bye now")
    #expect(requests == 1)
    #expect(!scene.advance(by: 0))
  }

  @Test func `a changed text needs an advance and a picture`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "name": "t", "text": "old"}]"#)
    scene.advance(by: 0)
    #expect(scene.rendered().text == "old")
    var requests = 0
    scene.stateMachine.onNeedsAdvance = { requests += 1 }
    scene.element("t").set(.string("new"), at: .text)
    #expect(requests == 1 && scene.artboard.tree.needsPaint)
    scene.advance(by: 0)
    #expect(scene.rendered().text == "new" && !scene.artboard.tree.needsPaint)
  }

  @Test func `a scene binds the default instance by itself`() throws {
    let scene = try SceneFixtures.scene(children: "[]")
    #expect(scene.viewModelInstance?.name() == "First")
    #expect(try scene.file.getDefaultViewModelInfo(for: scene.artboard) == ("Main", "First"))
    let plain = try Scene(file: SceneFixtures.file(#"{"artboards": [{"name": "A"}]}"#))
    #expect(plain.viewModelInstance == nil)
    #expect(throws: ArtboardError.self) { try plain.file.getDefaultViewModelInfo(for: plain.artboard) }
    #expect(try Scene(file: scene.file, dataBind: .none).viewModelInstance == nil)
  }

  @Test func `the first instance of several is the default`() throws {
    let file = try SceneFixtures.file(
      """
      {"viewModels": [{"name": "Main", "properties": [], "instances": [{"name": "One"}, {"name": "Two"}]}],
       "artboards": [{"name": "A", "viewModel": "Main"}]}
      """)
    #expect(try file.getDefaultViewModelInfo(for: Scene(file: file).artboard) == ("Main", "One"))
  }

  @Test func `a global instance is found by each artboard`() throws {
    let file = try SceneFixtures.file(
      """
      {"viewModels": [
        {"name": "App", "global": true, "properties": [{"name": "title", "type": "string"}],
          "instances": [{"name": "The", "values": {"title": "Global"}}]},
        {"name": "Row", "properties": []}],
       "artboards": [{"name": "A", "viewModel": "Row", "children": [
         {"type": "text", "name": "t", "text": {"bind": "App:title"}}]}]}
      """)
    let scene = try Scene(file: file)
    scene.advance(by: 0)
    #expect(scene.element("t").text(.text) == "Global")
  }
}
