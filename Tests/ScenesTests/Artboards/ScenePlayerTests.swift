import Testing
import Time

@testable import Scenes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ScenePlayerTests {
  @Test func `a scene in which nothing moves reports that it has settled`() async throws {
    let scheduler = ManualScheduler()
    var frames = 0
    /// The stream ends with its state machine.
    func stream() throws -> AsyncStream<Void> {
      let scene = try SceneFixtures.scene(children: #"[{"type": "text", "text": "x"}]"#)
      let stream = scene.stateMachine.settledStream()
      let player = ScenePlayer(scene.stateMachine, on: scheduler) { frames += 1 }
      scheduler.advance(by: .seconds(10))
      #expect(frames == 2)
      #expect(scheduler.isIdle)
      #expect(!player.isFramePending)
      return stream
    }
    var settled = 0
    for await _ in try stream() { settled += 1 }
    #expect(settled == 1)
  }

  @Test func `a scene in which nothing moves has one frame`() throws {
    let scheduler = ManualScheduler()
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "text": "x"}]"#)
    var frames = 0
    let player = ScenePlayer(scene.stateMachine, on: scheduler) { frames += 1 }
    scheduler.advance(by: .seconds(10))
    #expect(frames == 1)
    #expect(scheduler.isIdle)
    #expect(!player.isFramePending)
  }

  /// A scene with a value that takes a second to change, played with ten frames a second.
  private func moving(_ scheduler: ManualScheduler, onFrame: @escaping () -> Void) throws -> (Scene, ScenePlayer) {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "converter": "slow"}}]"#,
      converters: #"[{"name": "slow", "type": "interpolate", "duration": 1000}]"#)
    let player = ScenePlayer(
      scene.stateMachine, on: scheduler, interval: .milliseconds(100), onFrame: onFrame)
    return (scene, player)
  }

  @Test func `after a rest, time begins with the change that ends it`() throws {
    let scheduler = ManualScheduler()
    var frames = 0
    let (scene, player) = try moving(scheduler) { frames += 1 }
    scheduler.advance(by: .seconds(10))
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 13)
    #expect(player.isFramePending)
    scheduler.advance(by: .milliseconds(1))
    #expect(scene.element("b").number(.value) == 3)
    scheduler.advance(by: .milliseconds(500))
    #expect(abs(scene.element("b").number(.value) - 8) < 1e-6)
    let before = frames
    scheduler.advance(by: .seconds(5))
    #expect(scene.element("b").number(.value) == 13)
    #expect((5...7).contains(frames - before) && scheduler.isIdle)
  }

  @Test func `changes between two frames wait for the next one`() throws {
    let scheduler = ManualScheduler()
    var frames = 0
    let (scene, player) = try moving(scheduler) { frames += 1 }
    scheduler.advance(by: .milliseconds(1))
    #expect(frames == 1)
    for number in [4.0, 5, 6] { try scene.instance.setValue(of: NumberProperty(path: "second"), to: number) }
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 4)
    scheduler.advance(by: .milliseconds(90))
    #expect(frames == 1 && player.isFramePending)
    scheduler.advance(by: .milliseconds(10))
    #expect(frames == 2)
  }

  @Test func `a change after a skipped frame has frames again`() throws {
    let scheduler = ManualScheduler()
    var frames = 0
    let (scene, player) = try moving(scheduler) { frames += 1 }
    player.flush()
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 13)
    scene.advance(by: 5)
    scene.advance(by: 5)
    player.flush()
    scheduler.advance(by: .seconds(1))
    #expect(frames == 2 && scheduler.isIdle)
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 23)
    scheduler.advance(by: .seconds(5))
    #expect(frames > 2 && scene.element("b").number(.value) == 23)
  }

  @Test func `a frame that is drawn early is not made again`() throws {
    let scheduler = ManualScheduler()
    var frames = 0
    let (scene, player) = try moving(scheduler) { frames += 1 }
    player.flush()
    #expect(frames == 1 && !player.isFramePending && scheduler.isIdle)
    player.flush()
    #expect(frames == 1)
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 13)
    scene.advance(by: 5)
    scene.advance(by: 5)
    #expect(player.isFramePending)
    player.flush()
    #expect(frames == 2 && !player.isFramePending)
    scheduler.advance(by: .seconds(1))
    #expect(frames == 2)
  }
}
