import Scenes
import Testing

@testable import Scenes

@MainActor
@Suite struct NestedArtboardTests {
  private let amount = NumberProperty(path: "amount")

  /// A scene with a stateful artboard that counts clicks, and these members.
  private func scene(_ members: String) throws -> Scene {
    try SceneFixtures.scene(
      children: #"[{"type": "artboard", "name": "c", "artboard": "Counter", "stateful": true\#(members)}]"#,
      artboards: """
        , {"name": "Counter", "viewModel": "Inner", "width": 9, "height": 2, "children": [
             {"type": "text", "name": "t", "text": {"bind": "title"}}, {"type": "bar", "value": {"bind": "amount"}}],
           "stateMachines": [{"name": "m", "listeners": [
             {"on": "click", "actions": [{"set": "amount", "value": 9}]}]}]}
        """)
  }

  private func click(_ scene: Scene) {
    scene.stateMachine.pointerDown(x: 0, y: 0)
    scene.stateMachine.pointerUp(x: 0, y: 0)
    scene.advance(by: 0)
  }

  @Test func `an input is set from around a stateful artboard`() throws {
    let scene = try scene(#", "inputs": {"title": {"bind": "title"}, "amount": 1}"#)
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "Hello")
    try scene.instance.setValue(of: StringProperty(path: "title"), to: "Bye")
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "Bye")
    #expect(scene.rendered().lines[1] == "█████████")
    #expect(!scene.advance(by: 0))
  }

  @Test func `an output sets a property around a stateful artboard`() throws {
    let scene = try scene(#", "outputs": {"amount": {"bind": "amount"}}"#)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 0)
    click(scene)
    #expect(try scene.instance.value(of: amount) == 9)
    #expect(!scene.advance(by: 0))
  }

  @Test func `a sparkline in a nested artboard is drawn again after each change`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "artboard", "artboard": "Chart"}]"#,
      artboards: """
        , {"name": "Chart", "viewModel": "Main", "width": 1, "height": 1, "children": [
             {"type": "sparkline", "values": {"bind": "items"}, "valueName": "amount", "maximum": 10}]}
        """)
    let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    try scene.instance.appendInstance(item, to: ListProperty(path: "items"))
    scene.resize(to: CellSize(width: 1, height: 1))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["▁"])
    var requests = 0
    scene.stateMachine.onNeedsAdvance = { requests += 1 }
    for value in [5.0, 10] {
      item.setValue(of: amount, to: value)
      scene.advance(by: 0)
      #expect(scene.rendered().lines == [value == 5 ? "▅" : "█"])
    }
    #expect(requests == 2)
  }

  @Test func `a use is respected where a property names the artboard`() throws {
    let text = """
      {"viewModels": [
         {"name": "Main", "properties": [{"name": "amount", "type": "number"}, {"name": "part", "type": "artboard"}],
          "instances": [{"name": "I", "values": {"amount": 3, "part": "B"}}]},
         {"name": "B", "properties": [
           {"name": "start", "type": "number", "use": "both"}, {"name": "result", "type": "number", "use": "output"}],
          "instances": [{"name": "I", "values": {"result": 4}}]}],
       "artboards": [
         {"name": "Main", "viewModel": "Main", "children": [
           {"type": "artboard", "artboard": {"bind": "part"}, "stateful": true,
            "inputs": {"start": {"bind": "amount"}, "result": {"bind": "amount"}}}]},
         {"name": "B", "viewModel": "B", "width": 4, "children": [
           {"type": "bar", "maximum": 4, "value": {"bind": "start"}},
           {"type": "bar", "maximum": 4, "value": {"bind": "result"}}]}]}
      """
    let scene = try Scene(file: SceneFixtures.file(text))
    var reports: [String] = []
    let token = scene.file.errors.sink { reports.append("\($0)") }
    defer { token.cancel() }
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["███─", "████"])
    #expect(reports == ["“result” is for output"])
  }

  @Test func `a stateful artboard keeps its instance when another is bound`() throws {
    let scene = try scene(#", "outputs": {"amount": {"bind": "amount"}}"#)
    scene.advance(by: 0)
    click(scene)
    let other = try scene.file.createViewModelInstance(from: .blank(from: .name("Main")))
    scene.bindViewModelInstance(other)
    scene.advance(by: 0)
    #expect(try other.value(of: amount) == 9)
  }

  @Test(arguments: [
    (#"{"type": "artboard", "artboard": "B", "inputs": {}}"#, "inputs: only a stateful artboard has “inputs”"),
    (
      #"{"type": "artboard", "artboard": "B", "stateful": true, "inputs": {"nmae": 1}}"#,
      "inputs/nmae: no property “nmae” in view model B; did you mean “name”?"
    ),
    (
      #"{"type": "artboard", "artboard": "B", "stateful": true, "inputs": {"name": 1}}"#,
      "inputs/name: expected text, found a number"
    ),
    (
      #"{"type": "artboard", "artboard": "B", "stateful": true, "inputs": {"result": 1}}"#,
      "inputs/result: “result” is for output"
    ),
    (
      #"{"type": "artboard", "artboard": "B", "stateful": true, "outputs": {"start": {"bind": "B:result"}}}"#,
      "outputs/start: “start” is for input"
    ),
  ])
  func `a mistake in an input is reported`(component: String, message: String) {
    let text = """
      {"viewModels": [{"name": "B", "properties": [{"name": "name", "type": "string"},
         {"name": "start", "type": "number", "use": "input"}, {"name": "result", "type": "number", "use": "output"}]}],
       "artboards": [{"name": "A", "children": [\(component)]}, {"name": "B", "viewModel": "B"}]}
      """
    #expect(SceneFixtures.problem(of: text).hasSuffix("artboards/A/children/0/\(message)"))
  }
}
