import Reactive
import Testing
import Time

@testable import Scenes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StateMachineTests {
  let amount = NumberProperty(path: "amount")
  let go = TriggerProperty(path: "go")

  private static let animations = """
    "animations": [
      {"name": "grow", "duration": 60, "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]},
      {"name": "full", "duration": 60, "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 100}]}]},
      {"name": "around", "duration": 60, "loop": "loop", "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]},
      {"name": "swing", "duration": 60, "loop": "pingPong", "tracks": [
        {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]},
      {"name": "call", "duration": 60, "callbacks": [
        {"frame": 30, "report": "half"}, {"frame": 60, "fire": "go"}]}
    ]
    """

  private func scene(_ machine: String, listeners: String = "[]") throws -> Scene {
    try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "focusable": true}, {"type": "text", "name": "t", "text": "Click"}]"#,
      more: ", \(Self.animations), \"stateMachines\": [{\"name\": \"m\", \"layers\": \(machine),"
        + " \"listeners\": \(listeners)}]")
  }

  private static func playing(_ animation: String, _ more: String = "") -> String {
    """
    [{"name": "l", "states": [{"name": "s", "animation": "\(animation)"\(more)}],
      "transitions": [{"from": "entry", "to": "s"}]}]
    """
  }

  @Test func `a timeline of one shot ends at its last frame`() throws {
    let scene = try scene(Self.playing("grow"))
    #expect(scene.advance(by: 0))
    #expect(scene.element("b").number(.value) == 0)
    #expect(scene.advance(by: 0.5))
    #expect(scene.element("b").number(.value) == 30)
    #expect(!scene.advance(by: 2))
    #expect(scene.element("b").number(.value) == 60)
    #expect(scene.stateMachine.stateNames == ["s"])
  }

  @Test func `loops begin again, and swings come back`() throws {
    let looping = try scene(Self.playing("around"))
    looping.advance(by: 0)
    looping.advance(by: 1.25)
    #expect(abs(looping.element("b").number(.value) - 15) < 1e-6)
    let swinging = try scene(Self.playing("swing"))
    swinging.advance(by: 0)
    swinging.advance(by: 1.25)
    #expect(abs(swinging.element("b").number(.value) - 45) < 1e-6)
    swinging.advance(by: 1)
    #expect(abs(swinging.element("b").number(.value) - 15) < 1e-6)
    #expect(swinging.advance(by: 1))
  }

  @Test func `a speed changes the time, a negative one the direction`() throws {
    let fast = try scene(Self.playing("grow", #", "speed": 2"#))
    fast.advance(by: 0)
    fast.advance(by: 0.25)
    #expect(fast.element("b").number(.value) == 30)
    let back = try scene(Self.playing("grow", #", "speed": -1"#))
    back.advance(by: 0)
    #expect(back.element("b").number(.value) == 60)
    back.advance(by: 0.25)
    #expect(back.element("b").number(.value) == 45)
  }

  @Test func `callbacks report events and fire triggers once`() throws {
    let scene = try scene(Self.playing("call"))
    var events: [String] = []
    let token = scene.stateMachine.events.sink { events.append($0) }
    var fired = 0
    let trigger = try scene.instance.publisher(of: go).sink(receiveCompletion: { _ in }) { fired += 1 }
    scene.advance(by: 0)
    for _ in 0..<10 { scene.advance(by: 0.2) }
    #expect(events == ["half"])
    #expect(fired == 1)
    token.cancel()
    trigger.cancel()
  }

  private static let twoStates = """
    [{"name": "l", "states": [{"name": "a", "animation": "grow"}, {"name": "b", "animation": "full"}],
      "transitions": [{"from": "entry", "to": "a"},
        {"from": "a", "to": "b", "conditions": [{"path": "amount", "op": ">=", "value": 10}]},
        {"from": "b", "to": "a", "conditions": [{"path": "go"}]}]}]
    """

  @Test func `a condition changes the state`() throws {
    let scene = try scene(Self.twoStates)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    try scene.instance.setValue(of: amount, to: 10)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
    #expect(scene.element("b").number(.value) == 100)
  }

  @Test func `a trigger that no transition uses is lost`() throws {
    let scene = try scene(Self.twoStates)
    scene.advance(by: 0)
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    try scene.instance.setValue(of: amount, to: 10)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
    try scene.instance.setValue(of: amount, to: 0)
    try scene.instance.fire(trigger: go)
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
  }

  @Test func `a trigger moves each layer by one transition`() throws {
    let layer = { (name: String) in
      """
      {"name": "\(name)", "states": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "transitions": [
        {"from": "entry", "to": "a"}, {"from": "a", "to": "b", "conditions": [{"path": "go"}]},
        {"from": "b", "to": "c", "conditions": [{"path": "go"}]}]}
      """
    }
    let scene = try scene("[\(layer("x")), \(layer("y"))]")
    scene.advance(by: 0)
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b", "b"])
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["c", "c"])
  }

  @Test func `a timed transition mixes, and is not left early`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a"}, {"name": "b", "animation": "full"}],
        "transitions": [{"from": "entry", "to": "a"},
          {"from": "a", "to": "b", "duration": 1000, "conditions": [{"path": "amount", "op": ">", "value": 5}]},
          {"from": "b", "to": "a", "conditions": [{"path": "amount", "op": "<", "value": 5}]}]}]
      """)
    scene.advance(by: 0)
    try scene.instance.setValue(of: amount, to: 6)
    #expect(scene.advance(by: 0))
    try scene.instance.setValue(of: amount, to: 0)
    scene.advance(by: 0.5)
    #expect(scene.stateMachine.stateNames == ["b"])
    scene.advance(by: 0.5)
    #expect(scene.stateMachine.stateNames == ["a"])
  }

  @Test func `an exit time delays a transition`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a", "animation": "grow"}, {"name": "b"}],
        "transitions": [{"from": "entry", "to": "a"}, {"from": "a", "to": "b", "exitTime": "100%"}]}]
      """)
    scene.advance(by: 0)
    #expect(scene.advance(by: 0.9))
    #expect(scene.stateMachine.stateNames == ["a"])
    #expect(!scene.advance(by: 0.2))
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `after its exit time a transition waits for its conditions at rest`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a", "animation": "grow"}, {"name": "b"}],
        "transitions": [{"from": "entry", "to": "a"}, {"from": "a", "to": "b", "exitTime": "100%",
          "conditions": [{"path": "flag", "value": true}]}]}]
      """)
    #expect(scene.advance(by: 0))
    #expect(scene.advance(by: 0.9))
    #expect(!scene.advance(by: 0.2))
    #expect(scene.stateMachine.stateNames == ["a"])
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: true)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `an exit time follows the property that it is bound to`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a", "animation": "grow"}, {"name": "b"}],
        "transitions": [{"from": "entry", "to": "a"},
          {"from": "a", "to": "b", "exitTime": {"bind": "amount"}}]}]
      """)
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 500)
    scene.advance(by: 0)
    #expect(scene.advance(by: 0.4))
    #expect(scene.stateMachine.stateNames == ["a"])
    scene.advance(by: 0.2)
    #expect(scene.stateMachine.stateNames == ["b"])
  }

  @Test func `transitions of any state come first`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
        "transitions": [{"from": "entry", "to": "a"},
          {"from": "a", "to": "b", "conditions": [{"path": "flag", "value": true}]},
          {"from": "any", "to": "c", "conditions": [{"path": "flag", "value": true}]}]}]
      """)
    scene.advance(by: 0)
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: true)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["c"])
  }

  @Test func `actions of states and transitions run in order`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a", "onEnd": [{"report": "1"}]}, {"name": "b", "onStart": [{"report": "3"}]}],
        "transitions": [{"from": "entry", "to": "a"},
          {"from": "a", "to": "b", "onStart": [{"report": "2"}], "onEnd": [{"set": "other", "value": "done"}],
            "conditions": [{"path": "flag", "value": true}]}]}]
      """)
    var events: [String] = []
    let token = scene.stateMachine.events.sink { events.append($0) }
    scene.advance(by: 0)
    try scene.instance.setValue(of: BoolProperty(path: "flag"), to: true)
    scene.advance(by: 0)
    #expect(events == ["1", "2", "3"])
    #expect(try scene.instance.value(of: StringProperty(path: "other")) == "done")
    token.cancel()
  }

  @Test func `a state blends timelines by a number`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "s", "blend": {"by": {"bind": "amount"}, "animations": [
          {"animation": "grow", "value": 0}, {"animation": "full", "value": 10}]}}],
        "transitions": [{"from": "entry", "to": "s"}]}]
      """)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 30)
    for number in [10, .nan, .infinity] {
      try scene.instance.setValue(of: amount, to: number)
      scene.advance(by: 0)
      #expect(scene.element("b").number(.value) == 100)
    }
  }

  @Test func `an additive state sums up weighted timelines`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "s", "additive": [
          {"animation": "full", "weight": 0.5}]}],
        "transitions": [{"from": "entry", "to": "s"}]}]
      """)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 50)
    scene.advance(by: 0.1)
    #expect(scene.element("b").number(.value) == 50)
  }

  @Test func `a random exit is the same in each run`() throws {
    let choose = {
      try self.scene(
        """
        [{"name": "l", "states": [{"name": "s", "randomExit": true}, {"name": "a"}, {"name": "b"}],
          "transitions": [{"from": "entry", "to": "s"},
            {"from": "s", "to": "a", "weight": 1}, {"from": "s", "to": "b", "weight": 1}]}]
        """)
    }
    let (first, second) = (try choose(), try choose())
    first.advance(by: 0)
    second.advance(by: 0)
    #expect(first.stateMachine.stateNames == second.stateMachine.stateNames)
    #expect(first.stateMachine.stateNames != ["s"])
  }

  @Test func `transitions in a circle stop after a hundred`() throws {
    let scene = try scene(
      """
      [{"name": "l", "states": [{"name": "a"}, {"name": "b"}],
        "transitions": [{"from": "entry", "to": "a"}, {"from": "a", "to": "b"}, {"from": "b", "to": "a"}]}]
      """)
    scene.advance(by: 0)
    scene.advance(by: 0.1)
    #expect(["a", "b"].contains(scene.stateMachine.stateNames[0]))
  }

  @Test func `a click, a key and a changed property run their actions`() throws {
    let scene = try scene(
      "[]",
      listeners: """
        [{"on": "click", "target": "t", "actions": [{"set": "amount", "value": 1}]},
         {"on": "key", "key": "x", "actions": [{"set": "amount", "value": 2}]},
         {"on": "key", "key": "y", "target": "b", "actions": [{"set": "amount", "value": 3}]},
         {"on": "viewModelChange", "path": "amount", "actions": [{"set": "second", "value": {"bind": "amount"}}]},
         {"on": "focus", "target": "b", "actions": [{"set": "flag", "value": true}]},
         {"on": "blur", "target": "b", "actions": [{"set": "flag", "value": false}]},
         {"on": "event", "event": "done", "actions": [{"set": "other", "value": "event"}]},
         {"on": "key", "key": "e", "actions": [{"report": "done"}]},
         {"on": "key", "key": "tab", "actions": [{"focus": "next"}]},
         {"on": "key", "key": "escape", "actions": [{"focus": "none"}]}]
        """)
    scene.advance(by: 0)
    let machine = scene.stateMachine
    let instance = try scene.instance
    #expect(machine.pointerDown(x: 0, y: 1) == false)
    #expect(machine.pointerUp(x: 0, y: 1))
    #expect(try instance.value(of: amount) == 3)
    scene.advance(by: 0)
    #expect(try instance.value(of: amount) == 1)
    scene.advance(by: 0)
    #expect(try instance.value(of: NumberProperty(path: "second")) == 1)
    #expect(machine.keyPress("x"))
    #expect(!machine.keyPress("y"))
    #expect(!machine.keyPress("q"))
    scene.advance(by: 0)
    #expect(try instance.value(of: amount) == 2)
    machine.keyPress("tab")
    scene.advance(by: 0)
    #expect(try instance.value(of: BoolProperty(path: "flag")))
    #expect(machine.keyPress("y"))
    machine.keyPress("e")
    machine.keyPress("escape")
    scene.advance(by: 0)
    #expect(try instance.value(of: amount) == 3)
    #expect(try instance.value(of: StringProperty(path: "other")) == "event")
    #expect(try instance.value(of: BoolProperty(path: "flag")) == false)
  }

  @Test func `the same inputs make the same frames`() throws {
    let run = { () throws -> [String] in
      let scene = try self.scene(Self.twoStates)
      var frames: [String] = []
      for step in 0..<60 {
        if step == 20 { try scene.instance.setValue(of: self.amount, to: 12) }
        if step == 40 {
          try scene.instance.setValue(of: self.amount, to: 0)
          try scene.instance.fire(trigger: self.go)
        }
        scene.advance(by: 1.0 / 60)
        frames.append(scene.rendered().text)
      }
      return frames
    }
    #expect(try run() == run())
  }

  @Test func `a player schedules frames only while something moves`() throws {
    let scheduler = ManualScheduler()
    let scene = try scene(Self.playing("grow"))
    var frames = 0
    let player = ScenePlayer(scene.stateMachine, on: scheduler) { frames += 1 }
    scheduler.advance(by: .seconds(2))
    #expect(scene.element("b").number(.value) == 60)
    #expect(scheduler.isIdle)
    #expect(frames > 55 && frames < 65)
    let before = frames
    scheduler.advance(by: .seconds(10))
    #expect(frames == before)
    scene.resize(to: CellSize(width: 20, height: 2))
    scheduler.advance()
    #expect(frames == before + 1)
    #expect(!player.isFramePending)
  }

  @Test(arguments: [(0.5, 0), (2, 1)])
  func `the settled stream reports an advance to rest`(seconds: Double, count: Int) async throws {
    /// The stream ends with its state machine.
    func stream() throws -> AsyncStream<Void> {
      let scene = try scene(Self.playing("grow"))
      let stream = scene.stateMachine.settledStream()
      scene.advance(by: 0)
      scene.advance(by: seconds)
      return stream
    }
    var settled = 0
    for await _ in try stream() { settled += 1 }
    #expect(settled == count)
  }

  @Test func `a settled stream that has ended is removed`() throws {
    let machine = try scene("[]").stateMachine
    _ = machine.settledStream()
    #expect(!machine.advance(by: 1) && !machine.isFollowedToRest)
  }

  @Test func `an unknown state machine or artboard is an error`() throws {
    let scene = try scene("[]")
    #expect(scene.artboard.getStateMachineNames() == ["m"])
    #expect(throws: ArtboardError.self) { try scene.artboard.createStateMachine("x") }
    #expect(throws: FileError.invalidArtboard("artboard \"x\" not found.")) { try scene.file.createArtboard("x") }
    #expect(scene.file.getArtboardNames() == ["Main"])
  }
}
