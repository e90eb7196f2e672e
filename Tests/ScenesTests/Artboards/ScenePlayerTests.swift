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
}
