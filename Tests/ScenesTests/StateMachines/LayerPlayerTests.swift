import Testing

@testable import Scenes

/// How transitions of one layer are chosen, mixed and left.
@MainActor
@Suite struct LayerPlayerTests {
  private let amount = NumberProperty(path: "amount")
  private let second = NumberProperty(path: "second")

  private static let animations = """
    "animations": [
      {"name": "grow", "duration": 60, "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]},
      {"name": "red", "duration": 1, "tracks": [
        {"target": "b", "property": "color", "keys": [{"frame": 0, "value": "#ff0000"}]}]},
      {"name": "blue", "duration": 1, "tracks": [
        {"target": "b", "property": "color", "keys": [{"frame": 0, "value": "#0000ff"}]}]},
      {"name": "full", "duration": 60, "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 100}]}]}
    ]
    """

  /// A scene with one layer; its transitions begin with the one from the entry to the state `a`.
  private func scene(_ states: String, _ transitions: String) throws -> Scene {
    try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "focusable": true}]"#,
      more: """
        , \(Self.animations), "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [\(states)],
          "transitions": [{"from": "entry", "to": "a"}, \(transitions)]}], "listeners": [
            {"on": "key", "key": "tab", "actions": [{"focus": "b"}]}]}]
        """)
  }

  private static let isHigh = #""conditions": [{"path": "amount", "op": ">", "value": 5}]"#
  private static let isLow = #""conditions": [{"path": "amount", "op": "<", "value": 5}]"#

  private func set(_ value: Double, in scene: Scene) throws {
    try scene.instance.setValue(of: amount, to: value)
    scene.advance(by: 0)
  }

  private func value(in scene: Scene) -> Double { scene.element("b").number(.value) }

  @Test(arguments: [#""go""#, #""amount", "op": "changed""#])
  func `a change before the first advance is seen`(condition: String) throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}"#, #"{"from": "a", "to": "b", "conditions": [{"path": \#(condition)}]}"#)
    try scene.instance.fire(trigger: TriggerProperty(path: "go"))
    try scene.instance.setValue(of: amount, to: 9)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `a transition with an early exit is left while it mixes`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b", "animation": "full"}"#,
      """
      {"from": "a", "to": "b", "duration": 1000, "earlyExit": true, \(Self.isHigh)},
      {"from": "b", "to": "a", \(Self.isLow)}
      """)
    scene.advance(by: 0)
    try set(9, in: scene)
    scene.advance(by: 0.25)
    #expect(scene.stateMachine.stateNames == ["b"])
    try set(0, in: scene)
    #expect(scene.stateMachine.stateNames == ["a"])
  }

  @Test func `a scene moves as long as a transition mixes`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}"#, #"{"from": "a", "to": "b", "duration": 1000, \#(Self.isHigh)}"#)
    scene.advance(by: 0)
    try set(9, in: scene)
    #expect(scene.advance(by: 0.5))
    #expect(!scene.advance(by: 0.5))
  }

  @Test(arguments: [(false, 30.0), (true, 15)])
  func `the state that is left plays on, unless it pauses`(pauses: Bool, rest: Double) throws {
    let scene = try scene(
      #"{"name": "a", "animation": "grow"}, {"name": "b"}"#,
      #"{"from": "a", "to": "b", "duration": 1000, "pauseOnExit": \#(pauses), \#(Self.isHigh)}"#)
    scene.advance(by: 0)
    scene.advance(by: 0.25)
    try set(9, in: scene)
    scene.advance(by: 0.25)
    #expect(value(in: scene) == rest)
  }

  @Test func `a disabled transition is never taken`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}, {"name": "c"}"#,
      #"{"from": "a", "to": "b", "disabled": true, \#(Self.isHigh)}, {"from": "a", "to": "c", \#(Self.isHigh)}"#)
    scene.advance(by: 0)
    try set(9, in: scene)
    #expect(scene.stateMachine.stateNames == ["c"])
  }

  @Test func `a duration can be a share of the timeline that is left`() throws {
    let scene = try scene(
      #"{"name": "a", "animation": "grow"}, {"name": "b", "animation": "full"}"#,
      #"{"from": "a", "to": "b", "duration": "50%", "pauseOnExit": true, \#(Self.isHigh)}"#)
    scene.advance(by: 0)
    try set(9, in: scene)
    scene.advance(by: 0.25)
    #expect(value(in: scene) == 50)
    #expect(!scene.advance(by: 0.75))
    #expect(value(in: scene) == 100)
  }

  @Test func `numbers and colours are mixed by the easing of the transition`() throws {
    func mixed(_ easing: String) throws -> Color {
      let scene = try scene(
        #"{"name": "a", "animation": "red"}, {"name": "b", "animation": "blue"}"#,
        #"{"from": "a", "to": "b", "duration": 1000, "easing": "\#(easing)", \#(Self.isHigh)}"#)
      scene.advance(by: 0)
      try set(9, in: scene)
      scene.advance(by: 0.5)
      return scene.element("b").color(.color)
    }
    #expect(try mixed("linear") == Color(0xFF80_0080))
    #expect(try mixed("hold") == Color(0xFFFF_0000))
  }

  @Test func `the state that begins plays while it is mixed in`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b", "animation": "grow", "onEnd": [{"report": "b"}]}"#,
      #"{"from": "a", "to": "b", "duration": 500, "onEnd": [{"set": "flag", "value": true}], \#(Self.isHigh)}"#)
    scene.advance(by: 0)
    try set(9, in: scene)
    let flag = BoolProperty(path: "flag")
    scene.advance(by: 0.25)
    #expect(try scene.instance.value(of: flag) == false)
    scene.advance(by: 0.25)
    #expect(try scene.instance.value(of: flag))
    #expect(value(in: scene) == 30)
  }

  @Test(arguments: [
    (#"{"path": "amount", "op": "==", "value": 4}"#, [false, true, false]),
    (#"{"path": "amount", "op": "!=", "value": 4}"#, [true, false, true]),
    (#"{"path": "amount", "op": "<=", "value": 4}"#, [true, true, false]),
    (#"{"path": "amount", "op": ">=", "value": 4}"#, [false, true, true]),
    (#"{"path": "amount", "op": "<", "value": {"bind": "second"}}"#, [true, false, false]),
    (#"{"path": "amount", "op": "changed"}"#, [true, true, true]),
    (#"{"path": "title", "op": "changed"}"#, [false, false, false]),
    (#"{"path": "title", "value": "Hello"}"#, [true, true, true]),
    (#"{"path": "side", "value": "center"}"#, [false, false, false]),
    (#"{"path": "side", "op": "!=", "value": "center"}"#, [true, true, true]),
    (#"{"path": "flag", "value": false}"#, [true, true, true]),
  ])
  func `a condition compares a property`(condition: String, holds: [Bool]) throws {
    for (value, holds) in zip([2.0, 4, 6], holds) {
      let scene = try scene(
        #"{"name": "a"}, {"name": "b"}"#,
        #"{"from": "a", "to": "b", "conditions": [{"path": "go"}, \#(condition)]}"#)
      try scene.instance.setValue(of: second, to: 4)
      scene.advance(by: 0)
      try scene.instance.fire(trigger: TriggerProperty(path: "go"))
      try set(value, in: scene)
      #expect(scene.stateMachine.stateNames == [holds ? "b" : "a"])
    }
  }

  @Test func `a changed list is an event`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}"#, #"{"from": "a", "to": "b", "conditions": [{"path": "items"}]}"#)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    try scene.instance.appendInstance(item, to: ListProperty(path: "items"))
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `a condition asks for the size of the artboard`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}"#,
      """
      {"from": "a", "to": "b", "conditions": [{"artboard": "width", "op": "<", "value": 20}]},
      {"from": "b", "to": "a", "conditions": [{"artboard": "height", "op": ">=", "value": {"bind": "amount"}}]}
      """)
    scene.resize(to: CellSize(width: 40, height: 2))
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    scene.resize(to: CellSize(width: 10, height: 2))
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
    scene.resize(to: CellSize(width: 20, height: 3))
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
  }

  @Test func `a condition asks for the focus`() throws {
    let scene = try scene(
      #"{"name": "a"}, {"name": "b"}"#,
      """
      {"from": "a", "to": "b", "conditions": [{"focus": "b"}]},
      {"from": "b", "to": "a", "conditions": [{"focus": "b", "value": false}]}
      """)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    scene.stateMachine.keyPress("tab")
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
    scene.stateMachine.moveFocus(to: nil)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
  }

  @Test func `a random exit respects the weights`() throws {
    let states = #"{"name": "a", "randomExit": true}, {"name": "b"}, {"name": "c"}, {"name": "d"}"#
    let scene = try scene(
      states,
      """
      {"from": "a", "to": "b", "weight": 0}, {"from": "a", "to": "c", "weight": 3}, {"from": "a", "to": "d"},
      {"from": "any", "to": "a", "conditions": [{"path": "go"}]}
      """)
    var counts: [String: Int] = [:]
    for _ in 0..<400 {
      scene.advance(by: 0)
      counts[scene.stateMachine.stateNames[0], default: 0] += 1
      try scene.instance.fire(trigger: TriggerProperty(path: "go"))
    }
    #expect(counts["b"] == nil)
    #expect((240...360).contains(counts["c"] ?? 0))
    #expect(counts["d"] ?? 0 > 50)
  }

  @Test func `enormous weights are no choice`() throws {
    let scene = try scene(
      #"{"name": "a", "randomExit": true}, {"name": "b"}, {"name": "c"}"#,
      #"{"from": "a", "to": "b", "weight": 1e308}, {"from": "a", "to": "c", "weight": 1e308}"#)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `later layers win where two move one property`() throws {
    let layer = { (name: String, animation: String) in
      """
      {"name": "\(name)", "states": [{"name": "s", "animation": "\(animation)"}],
       "transitions": [{"from": "entry", "to": "s"}]}
      """
    }
    for (first, last, result) in [("grow", "full", 100.0), ("full", "grow", 30)] {
      let scene = try SceneFixtures.scene(
        children: #"[{"type": "bar", "name": "b"}]"#,
        more: """
          , \(Self.animations), "stateMachines": [
            {"name": "m", "layers": [\(layer("x", first)), \(layer("y", last))]}]
          """)
      scene.advance(by: 0)
      scene.advance(by: 0.5)
      #expect(value(in: scene) == result)
    }
  }

  @Test func `a negative time counts as none`() throws {
    let scene = try scene(#"{"name": "a", "animation": "grow"}"#, #"{"from": "a", "to": "exit", "disabled": true}"#)
    scene.advance(by: 0)
    scene.advance(by: 0.5)
    scene.advance(by: -0.25)
    #expect(value(in: scene) == 30)
  }

  @Test(arguments: [(-5.0, 0.0), (0, 0), (5, 50), (10, 100), (15, 50), (20, 0), (25, 0)])
  func `a state blends the two nearest of its timelines`(number: Double, value: Double) throws {
    let scene = try scene(
      """
      {"name": "a", "blend": {"by": {"bind": "amount"}, "animations": [
        {"animation": "grow", "value": 0}, {"animation": "full", "value": 10}, {"animation": "grow", "value": 20}]}},
      {"name": "b"}
      """, #"{"from": "a", "to": "b", "disabled": true}"#)
    try set(number, in: scene)
    #expect(self.value(in: scene) == value)
  }

  @Test func `an exit from any state is awaited`() throws {
    let scene = try scene(#"{"name": "a"}, {"name": "b"}"#, #"{"from": "any", "to": "b", "exitTime": 2000}"#)
    scene.advance(by: 0)
    #expect(scene.advance(by: 0.5))
    #expect(scene.stateMachine.stateNames == ["a"])
    scene.advance(by: 1.5)
    #expect(scene.stateMachine.stateNames == ["b"])
    #expect(!scene.advance(by: 0.5))
  }
}
