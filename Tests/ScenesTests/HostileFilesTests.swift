import Testing

@testable import Scenes

/// Valid JSON that asks for too much, and values that no designer means.
@MainActor
@Suite struct HostileFilesTests {
  private let amount = NumberProperty(path: "amount")

  private func draw(_ scene: Scene, _ size: CellSize = CellSize(width: 20, height: 5)) -> [String] {
    scene.resize(to: size)
    scene.advance(by: 0)
    return scene.rendered().lines
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308])
  func `a number without a place on the screen does not end the program`(number: Double) throws {
    let children = """
      [{"type": "bar", "value": {"bind": "amount"}, "minimum": {"bind": "amount", "converter": "negative"}},
       {"type": "text", "text": {"bind": "title", "converter": "pad"}, "width": {"bind": "amount"}},
       {"type": "text", "text": {"bind": "second", "converter": "text"}, "maxLines": {"bind": "amount"}},
       {"type": "text", "text": "faded", "opacity": {"bind": "amount"}, "color": {"bind": "tint", "converter": "slow"}},
       {"type": "box", "x": {"bind": "amount"}, "paddingTop": {"bind": "amount"}, "gap": {"bind": "amount"}},
       {"type": "grid", "columns": {"bind": "amount"}, "children": [{"type": "text", "text": "cell"}]},
       {"type": "list", "items": {"bind": "amount", "converter": "items"}, "height": 2,
        "offset": {"bind": "amount"}}]
      """
    let converters = """
      [{"name": "negative", "type": "calculate", "operation": "multiply", "value": -1},
       {"name": "pad", "type": "pad", "length": {"bind": "Main:amount"}},
       {"name": "text", "type": "toString", "decimals": {"bind": "Main:amount"}},
       {"name": "slow", "type": "interpolate", "duration": {"bind": "Main:amount"}},
       {"name": "items", "type": "numberToList", "viewModel": "Inner"}]
      """
    let scene = try SceneFixtures.scene(
      children: children, converters: converters,
      artboards: #", {"name": "Row", "viewModel": "Inner", "children": [{"type": "text", "text": "row"}]}"#)
    _ = draw(scene)
    try scene.instance.setValue(of: amount, to: number)
    try scene.instance.setValue(of: ColorProperty(path: "tint"), to: Color(0xFFFF_FFFF))
    for _ in 0..<3 { scene.advance(by: 0.1) }
    #expect(draw(scene).count == 5)
    scene.stateMachine.scroll(x: 0, y: 4, by: .max)
    scene.advance(by: .infinity)
    scene.resize(to: CellSize(width: .max, height: .max))
    scene.advance(by: 0)
    #expect(scene.rendered().size == CellSize(width: 1_000, height: 1_000))
    #expect(draw(scene, CellSize(width: -1, height: .min)) == [])
  }

  @Test func `percentages that multiply are limited`() throws {
    let (open, close) = (
      String(repeating: #"[{"type": "stack", "width": "1000%", "height": "1000%", "children": "#, count: 30),
      String(repeating: "}]", count: 30)
    )
    #expect(draw(try SceneFixtures.scene(children: open + "[]" + close)).count == 5)
  }

  @Test func `a scene without a host's size is drawn in part`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "box", "width": 1000000, "height": 1000000}]"#)
    scene.advance(by: 0)
    #expect(scene.rendered().size.height == 1_000)
  }

  @Test func `a formula has at most a thousand operations`() {
    let formula = String(repeating: "1+", count: 100_000) + "1"
    let problem = SceneFixtures.problem(
      of: #"{"converters": [{"name": "c", "type": "formula", "formula": "\#(formula)"}]}"#)
    #expect(problem.hasSuffix("more than 1000 operations"))
  }

  @Test func `blank instances that multiply are limited`() {
    let models = (0..<8).map { level in
      let nested = (0..<8).map { #"{"name": "p\#($0)", "type": "viewModel", "viewModel": "M\#(level + 1)"}"# }
      return #"{"name": "M\#(level)", "properties": [\#(level == 7 ? "" : nested.joined(separator: ","))]}"#
    }
    let instances = (0..<1_000).map { #"{"name": "I\#($0)"}"# }.joined(separator: ",")
    let first = models[0].dropLast() + #", "instances": [\#(instances)]}"#
    let text = "{\"viewModels\": [\(([String(first)] + models.dropFirst()).joined(separator: ","))]}"
    #expect(SceneFixtures.problem(of: text).hasSuffix("more than 200000 instances, with nested ones"))
  }

  @Test func `a file may have many instances that contain few others`() {
    let instances = (0..<2_000).map { #"{"name": "I\#($0)"}"# }.joined(separator: ",")
    let text = """
      {"viewModels": [{"name": "A", "properties": [{"name": "b", "type": "viewModel", "viewModel": "B"}],
         "instances": [\(instances)]}, {"name": "B", "properties": []}]}
      """
    #expect(SceneFixtures.problem(of: text) == "valid")
  }

  @Test func `events that cause each other are limited`() throws {
    let reports = Array(repeating: #"{"report": "again"}"#, count: 30).joined(separator: ", ")
    let scene = try SceneFixtures.scene(
      children: "[]",
      more: """
        , "stateMachines": [{"name": "m", "listeners": [
          {"on": "viewModelChange", "path": "title", "actions": [\(reports)]},
          {"on": "event", "event": "again", "actions": [\(reports)]}]}]
        """)
    var count = 0
    let token = scene.stateMachine.events.sink { _ in count += 1 }
    defer { token.cancel() }
    scene.advance(by: 0)
    #expect(count == 0)
    try scene.instance.setValue(of: StringProperty(path: "title"), to: "new")
    scene.advance(by: 0)
    #expect(count == 1_000)
  }

  @Test func `many names are found in a time that grows with their number`() throws {
    let count = 2_000
    let models = (0..<count).map {
      #"{"name": "M\#($0)", "properties": [{"name": "p", "type": "viewModel", "viewModel": "M\#(count - 1)"}]}"#
    }
    let children = (0..<count).map { #"{"type": "text", "name": "t\#($0)", "text": "x"}"# }
    let keys = #""keys": [{"frame": 0, "value": "y"}]"#
    let tracks = (0..<count).map { #"{"target": "t\#(count - 1 - $0)", "property": "text", \#(keys)}"# }
    let text = """
      {"viewModels": [\(models.joined(separator: ","))],
       "artboards": [{"name": "A", "children": [\(children.joined(separator: ","))],
         "animations": [{"name": "a", "duration": 9, "tracks": [\(tracks.joined(separator: ","))]}]}]}
      """
    let start = ContinuousClock.now
    let file = try SceneFixtures.file(text)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(file.getViewModelNames().count == count)
  }

  @Test func `a very long text costs what is visible of it`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "width": "fill", "text": {"bind": "title"}}]"#)
    try scene.instance.setValue(of: StringProperty(path: "title"), to: String(repeating: "word ", count: 40_000))
    #expect(draw(scene)[4] == "word word word word")
    try scene.instance.setValue(of: StringProperty(path: "title"), to: String(repeating: "\n", count: 200_000) + "x")
    #expect(draw(scene)[4] == "")
    try scene.instance.setValue(
      of: StringProperty(path: "title"), to: "a" + String(repeating: "\u{301}", count: 10_000))
    #expect(draw(scene)[0].unicodeScalars.count == 10_001)
  }

  @Test func `artboards of the program that contain each other end`() throws {
    let file = try SceneFixtures.file(
      SceneFixtures.text(
        children: #"[{"type": "text", "text": "x"}, {"type": "artboard", "artboard": {"bind": "part"}}]"#))
    let (first, second) = (try file.createArtboard(), try file.createArtboard())
    let instance = try file.createViewModelInstance(from: .name("Main"))
    let scene = try Scene(file: file, artboard: first, dataBind: .instance(instance))
    let part = ArtboardProperty(path: "part")
    for artboard in [second, first, second] {
      instance.setValue(of: part, to: artboard)
      #expect(draw(scene).count { $0 == "x" } <= 2)
    }
    // A former guest can show its former host.
    instance.setValue(of: part, to: nil)
    scene.advance(by: 0)
    let other = try file.createViewModelInstance(from: .name("Main"))
    let outer = try Scene(file: file, artboard: second, dataBind: .instance(other))
    other.setValue(of: part, to: first)
    #expect(draw(outer).count { $0 == "x" } == 2)
  }

  @Test(arguments: [
    (#"{"a\u001b[31mb": 1}"#, "card.json:1:2: unknown name “a␛[31mb”"),
    (#"{"\u202egpj": 1}"#, "card.json:1:2: unknown name “\u{FFFD}gpj”"),
    (#"{"artboards": [{"name": "A\nB", "width": "x"}]}"#, #"card.json:1:42: artboards/A␊B/width: expected a number"#),
  ])
  func `a message has no character that a terminal interprets`(text: String, start: String) {
    let problem = SceneFixtures.problem(of: text)
    #expect(problem.hasPrefix(start))
    #expect(problem.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
  }

  @Test func `a message is a short sentence, also for a long name`() {
    let name = String(repeating: "n", count: 100_000)
    #expect(SceneFixtures.problem(of: #"{"\#(name)": 1}"#).count < 400)
    #expect(SceneFixtures.problem(of: #"{"artboards": [{"name": "\#(name)", "x": true}]}"#).count < 400)
  }

  @Test(arguments: [
    (
      #"{"viewModels": [{"name": "M", "properties": [{"name": "speed", "type": "number"}]}],"#
        + #" "converters": [{"name": "c", "type": "interpolate", "duration": {"bind": "sped"}}]}"#,
      "card.json:1:159: converters/c/duration/bind: no view model has a property “sped”; did you mean “speed”?"
    ),
    (
      #"{"artboards": [{"name": "A", "children": [{"type": "artboard", "artboard": "B", "stateMachine": "mm"}]},"#
        + #" {"name": "B", "stateMachines": [{"name": "m"}]}]}"#,
      "card.json:1:97: artboards/A/children/0/stateMachine: unknown state machine “mm”; did you mean “m”?"
    ),
    (
      #"{"artboards": [{"name": "A", "stateMachines": [{"name": "m", "listeners": [{"on": "key", "key": "ctrl-entr","#
        + #" "actions": []}]}]}]}"#,
      "card.json:1:97: artboards/A/stateMachines/m/listeners/0/key: unknown key “ctrl-entr”"
    ),
  ])
  func `a name that leads nowhere is a mistake`(text: String, message: String) {
    #expect(SceneFixtures.problem(of: text) == message)
  }

  /// A file with actions that write a nested instance and a list from properties of other names.
  private static let crossed = """
    {"viewModels": [
       {"name": "Small", "properties": []},
       {"name": "Large", "properties": [{"name": "a", "type": "string"}, {"name": "b", "type": "string"}]},
       {"name": "Main", "properties": [
         {"name": "small", "type": "viewModel", "viewModel": "Small"},
         {"name": "large", "type": "viewModel", "viewModel": "Large"},
         {"name": "these", "type": "list"}, {"name": "those", "type": "list"}],
        "instances": [{"name": "First", "values": {"those": [{"viewModel": "Large", "values": {"a": "item"}}]}}]}],
     "artboards": [{"name": "A", "viewModel": "Main", "children": [
         {"type": "text", "name": "t", "text": {"bind": "large/b"}},
         {"type": "artboard", "artboard": "B", "context": {"bind": "small"}}],
       "stateMachines": [{"name": "m", "listeners": [{"on": "key", "key": "x", "actions": [
         {"set": "large", "value": {"bind": "small"}}, {"set": "these", "value": {"bind": "those"}}]}]}]},
       {"name": "B", "viewModel": "Large"}]}
    """

  @Test func `a nested instance of another view model is not written`() throws {
    let scene = try Scene(file: SceneFixtures.file(Self.crossed))
    _ = draw(scene)
    scene.stateMachine.keyPress("x")
    _ = draw(scene)
    let large = try scene.instance.value(of: ViewModelInstanceProperty(path: "large"))
    #expect(large.viewModelName() == "Large")
    #expect(try scene.instance.value(of: StringProperty(path: "large/b")) == "")
  }

  @Test func `two lists never become one`() throws {
    let scene = try Scene(file: SceneFixtures.file(Self.crossed))
    scene.stateMachine.keyPress("x")
    _ = draw(scene)
    let (these, those) = (ListProperty(path: "these"), ListProperty(path: "those"))
    #expect(try scene.instance.size(of: these) == 1)
    try scene.instance.removeInstance(at: 0, from: those)
    #expect(try scene.instance.size(of: these) == 1)
  }

  @Test(arguments: ["loop", "pingPong", "oneShot"], ["5e-324", "60"])
  func `a timeline of no length or endless speed does not end the program`(loop: String, duration: String) throws {
    for speed in ["5e-324", "1e308", "-1e308"] {
      let scene = try SceneFixtures.scene(
        children: #"[{"type": "bar", "name": "b"}]"#,
        more: """
          , "animations": [{"name": "a", "duration": \(duration), "speed": \(speed), "loop": "\(loop)", "tracks": [
            {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}]}]}],
          "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [{"name": "s", "animation": "a"}],
            "transitions": [{"from": "entry", "to": "s"}]}]}]
          """)
      for seconds in [0, 0.1, 1e9] { scene.advance(by: seconds) }
      #expect(scene.element("b").number(.value) == 0)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a long text becomes a number in linear time`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "title", "converter": "number"}}]"#,
      converters: #"[{"name": "number", "type": "toNumber"}]"#)
    let digits = String(repeating: "1", count: 1_000_000)
    scene.viewModelInstance?.setValue(of: StringProperty(path: "title"), to: "7.5x" + digits)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 7.5)
    scene.viewModelInstance?.setValue(of: StringProperty(path: "title"), to: digits)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) > 1e300)
  }

  @Test func `a hidden bind waits once, however often it changes`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "text": {"bind": "title"}, "visible": false}, {"type": "text", "text": "x"}]"#)
    for number in 0..<1_000 {
      scene.viewModelInstance?.setValue(of: StringProperty(path: "title"), to: "\(number)")
      scene.advance(by: 0)
    }
    #expect(scene.artboard.queue.deferred.count == 1)
  }

  @Test func `an action has one verb`() {
    func problem(_ action: String) -> String {
      SceneFixtures.problem(
        of: """
          {"viewModels": [{"name": "V", "properties": [{"name": "n", "type": "number"}]}],
           "artboards": [{"name": "A", "viewModel": "V", "children": [{"type": "text", "text": "x"}],
            "stateMachines": [{"name": "m", "listeners": [{"on": "click", "actions": [\(action)]}]}]}]}
          """)
    }
    #expect(problem(#"{"report": "a"}"#) == "valid")
    #expect(problem(#"{"set": "n", "value": 1, "report": "a"}"#).contains("an action is one of"))
    #expect(problem(#"{"report": "a", "value": 1}"#).contains("an action is one of"))
  }

  @Test(arguments: ["a/b", "a:b", ""]) func `a property has a name that a path can have`(name: String) {
    let text = #"{"viewModels": [{"name": "V", "properties": [{"name": "\#(name)", "type": "number"}]}]}"#
    #expect(SceneFixtures.problem(of: text).contains("neither a slash nor a colon"))
  }
}
