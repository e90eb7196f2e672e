import Algorithms
import Testing

@testable import Scenes

/// A scene depends on nothing but its file and its inputs.
@MainActor
@Suite struct DeterminismTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random inputs make the same frames in each run`(seed: UInt64) throws {
    let run = { () throws -> [String] in
      var generator = SeededGenerator(seed: seed)
      let scene = try Scene(file: SceneFixtures.file(MutatedFilesTests.whole))
      let (instance, machine) = (try scene.instance, scene.stateMachine)
      scene.resize(to: CellSize(width: 40, height: 12))
      var frames: [String] = []
      for step in 0..<300 {
        let (x, y) = (Int.random(in: 0..<40, using: &generator), Int.random(in: 0..<12, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: machine.pointerDown(x: x, y: y)
        case 1: machine.pointerMove(x: x, y: y)
        case 2: machine.pointerUp(x: x, y: y)
        case 3: machine.keyPress("x")
        case 4: machine.textInput("a")
        case 5: instance.setValue(of: NumberProperty(path: "amount"), to: Double(x))
        case 6: instance.fire(trigger: TriggerProperty(path: "go"))
        case 7:
          let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
          item.setValue(of: StringProperty(path: "title"), to: "\(step)")
          instance.insertInstance(item, to: ListProperty(path: "items"), at: x % 3)
        default: machine.scroll(x: x, y: y, by: x - 20)
        }
        scene.advance(by: Double(y) / 60)
        frames.append(scene.rendered().text)
      }
      return frames
    }
    let frames = try run()
    #expect(try frames == run())
    #expect(Set(frames).count > 100)
  }
}
