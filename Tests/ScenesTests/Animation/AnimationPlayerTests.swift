import Testing

@testable import Scenes

/// The values of timelines between their keys, and the frames that they pass.
@MainActor
@Suite struct AnimationPlayerTests {
  /// A scene that plays one timeline of a bar.
  private func scene(_ members: String, keys: String, property: String = "value", speed: Double = 1) throws -> Scene {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b"}, {"type": "text", "name": "t"}]"#,
      more: """
        , "animations": [{"name": "a", \(members), "tracks": [
            {"target": "\(property == "text" ? "t" : "b")", "property": "\(property)", "keys": \(keys)}]}],
          "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [
            {"name": "s", "animation": "a", "speed": \(speed)}], "transitions": [{"from": "entry", "to": "s"}]}]}]
        """)
    scene.advance(by: 0)
    return scene
  }

  private static let line = #"[{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]"#

  private func value(_ scene: Scene) -> Double { scene.element("b").number(.value) }

  private func eased(_ easing: String) throws -> String {
    #"[{"frame": 0, "value": 0, "easing": \#(easing)}, {"frame": 60, "value": 100}]"#
  }

  @Test(arguments: [
    (#""hold""#, 0.0), (#""linear""#, 50), (#""easeInOut""#, 50), (#"{"cubic": [0, 0, 1, 1]}"#, 50),
    (#"{"elastic": {"end": "easeInOut"}}"#, 50),
  ])
  func `a value proceeds by the easing of its key`(easing: String, middle: Double) throws {
    let scene = try scene(#""duration": 60"#, keys: eased(easing))
    scene.advance(by: 0.5)
    #expect(abs(value(scene) - middle) < 1e-6)
    scene.advance(by: 0.5)
    #expect(value(scene) == 100)
  }

  @Test func `a curve begins slowly or ends slowly, and an elastic one overshoots`() throws {
    func samples(_ easing: String) throws -> [Double] {
      let scene = try scene(#""duration": 60"#, keys: eased(easing))
      return (1...19).map { _ in
        scene.advance(by: 0.05)
        return value(scene)
      }
    }
    let (easeIn, easeOut) = (try samples(#""easeIn""#), try samples(#""easeOut""#))
    #expect(easeIn[4] < 25 && easeOut[4] > 25)
    #expect(easeIn == easeIn.sorted() && easeOut == easeOut.sorted())
    #expect(try samples(#""elastic""#).contains { $0 > 100 })
    #expect(try samples(#"{"elastic": {"end": "easeIn"}}"#).contains { $0 < 0 })
  }

  @Test func `colours are mixed, and texts jump at their key`() throws {
    let colors = try scene(
      #""duration": 60"#, keys: ##"[{"frame": 0, "value": "#000000"}, {"frame": 60, "value": "#ffffff"}]"##,
      property: "color")
    colors.advance(by: 0.5)
    #expect(colors.element("b").color(.color) == Color(0xFF80_8080))
    let texts = try scene(
      #""duration": 60"#, keys: #"[{"frame": 0, "value": "first"}, {"frame": 30, "value": "second"}]"#,
      property: "text")
    texts.advance(by: 0.4)
    #expect(texts.element("t").text(.text) == "first")
    texts.advance(by: 0.2)
    #expect(texts.element("t").text(.text) == "second")
  }

  @Test(arguments: [("oneShot", [15.0, 20, 30, 30]), ("loop", [15, 20, 10, 15]), ("pingPong", [15, 20, 30, 25])])
  func `only the work area is played`(loop: String, frames: [Double]) throws {
    let scene = try scene(
      #""duration": 60, "workArea": [10, 30], "loop": "\#(loop)""#, keys: Self.line)
    #expect(value(scene) == 10)
    let values = [5.0, 5, 10, 5].map { steps in
      scene.advance(by: steps / 60)
      return value(scene)
    }
    #expect(zip(values, frames).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `the rate and the speed of a timeline multiply`() throws {
    let scene = try scene(#""duration": 60, "fps": 30, "speed": 2"#, keys: Self.line, speed: 0.5)
    scene.advance(by: 1)
    #expect(value(scene) == 30)
  }

  @Test func `a timeline without speed stands still and settles`() throws {
    let scene = try scene(#""duration": 60"#, keys: Self.line, speed: 0)
    #expect(!scene.advance(by: 1))
    #expect(value(scene) == 0)
  }

  @Test(arguments: [
    ("loop", 1, ["first", "middle", "last", "first", "middle"]),
    ("loop", -1, ["last", "middle", "first", "last", "middle"]),
    ("pingPong", 1, ["first", "middle", "last", "middle", "first"]),
    ("oneShot", 1, ["first", "middle", "last"]), ("oneShot", -1, ["last", "middle", "first"]),
  ])
  func `the actions of frames are performed as they are passed`(loop: String, speed: Double, events: [String]) throws {
    let scene = try scene(
      """
      "duration": 60, "loop": "\(loop)", "callbacks": [{"frame": 60, "report": "last"},
      {"frame": 30, "report": "middle"}, {"frame": 0, "report": "first"}]
      """, keys: Self.line, speed: speed)
    var found: [String] = []
    let token = scene.stateMachine.events.sink { found.append($0) }
    for _ in 0..<19 { scene.advance(by: 0.1) }
    scene.advance(by: loop == "pingPong" ? 0.11 : 0)
    #expect(found.prefix(5) == events[...])
    token.cancel()
  }

  @Test(arguments: [
    ("oneShot", -1.0, [42.0, 24, 6, 0]), ("loop", -1, [42, 24, 6, 48]), ("pingPong", -1, [42, 24, 6, 12]),
    ("loop", 3.5, [3, 6, 9, 12]), ("oneShot", 6, [60, 60, 60, 60]),
    ("pingPong", 1, [18, 36, 54, 48, 30, 12, 6, 24, 42]),
  ])
  func `a timeline is played backwards, or faster than its length`(
    loop: String, speed: Double, frames: [Double]
  ) throws {
    let scene = try scene(#""duration": 60, "loop": "\#(loop)""#, keys: Self.line, speed: speed)
    let values = frames.map { _ in
      scene.advance(by: 0.3)
      return value(scene)
    }
    #expect(zip(values, frames).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [
    (0.5, 30.0, 35.0), (1, 60, 55), (1.5, 30, 25), (2, 0, 5), (2.25, 15, 20), (3.25, 45, 40), (4.25, 15, 20),
  ])
  func `a step longer than the timeline folds back and forth`(step: Double, frame: Double, next: Double) throws {
    let scene = try scene(#""duration": 60, "loop": "pingPong""#, keys: Self.line)
    scene.advance(by: step)
    #expect(abs(value(scene) - frame) < 1e-6)
    scene.advance(by: 1.0 / 12)
    #expect(abs(value(scene) - next) < 1e-6)
  }

  @Test func `before its first key and after its last one, a value stays`() throws {
    let scene = try scene(#""duration": 60"#, keys: #"[{"frame": 20, "value": 5}, {"frame": 40, "value": 9}]"#)
    let values = (0..<6).map { _ in
      scene.advance(by: 1.0 / 6)
      return value(scene)
    }
    #expect(zip(values, [5, 5, 7, 9, 9, 9]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a repeating timeline counts its passes`() throws {
    let scene = try scene(#""duration": 60, "loop": "loop""#, keys: Self.line)
    let player = AnimationPlayer(try #require(scene.artboard.definition.animations["a"]))
    _ = player.advance(by: 2.5)
    #expect(player.loops == 2)
  }

  @Test func `a timeline replaces a much larger value exactly`() throws {
    let scene = try scene(#""duration": 60"#, keys: #"[{"frame": 0, "value": 1}]"#)
    scene.element("b").set(.number(1e17), at: .value)
    scene.advance(by: 0.1)
    #expect(value(scene) == 1)
  }

  @Test func `a timeline that has ended settles, and one that repeats does not`() throws {
    for (loop, isSettled) in [("oneShot", true), ("loop", false), ("pingPong", false)] {
      let scene = try scene(#""duration": 60, "loop": "\#(loop)""#, keys: Self.line)
      #expect(scene.advance(by: 0.5))
      scene.advance(by: 0.6)
      #expect(scene.advance(by: 0.1) != isSettled, "\(loop)")
    }
  }

  @Test func `an action at the first frame is performed once in one pass`() throws {
    let scene = try scene(
      #""duration": 60, "workArea": [10, 50], "callbacks": [{"frame": 10, "report": "start"}, "#
        + #"{"frame": 5, "report": "no"}, {"frame": 50, "report": "end"}, {"frame": 55, "report": "no"}]"#,
      keys: Self.line)
    var found: [String] = []
    let token = scene.stateMachine.events.sink { found.append($0) }
    for _ in 0..<9 { scene.advance(by: 0.1) }
    #expect(found == ["start", "end"])
    token.cancel()
  }
}
