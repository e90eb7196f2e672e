import Testing

@testable import Scenes

/// Values that a scene computes and writes to its view model.
@MainActor
@Suite struct DerivedValueTests {
  private let amount = NumberProperty(path: "amount")
  private let second = NumberProperty(path: "second")

  @Test func `a timeline moves a property of the view model`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "values", "name": "v", "properties": {"share": {"bind": "amount", "mode": "toSource"}}},
         {"type": "bar", "name": "b", "value": {"bind": "amount"}}]
        """,
      more: """
        , "animations": [{"name": "grow", "duration": 60, "tracks": [{"target": "v", "property": "share",
            "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]}],
          "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [{"name": "s", "animation": "grow"}],
            "transitions": [{"from": "entry", "to": "s"}]}]}]
        """)
    scene.advance(by: 0)
    #expect(scene.advance(by: 0.5))
    #expect(try scene.instance.value(of: amount) == 30)
    #expect(scene.element("b").number(.value) == 30)
    #expect(!scene.advance(by: 1))
    #expect(try scene.instance.value(of: amount) == 60)
  }

  @Test func `a property is derived from another one`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "values", "properties": {"doubled": [
           {"bind": "amount", "converter": "double"}, {"bind": "second", "mode": "toSource"}]}}]
        """,
      converters: #"[{"name": "double", "type": "calculate", "operation": "multiply", "value": 2}]"#)
    var values: [Double] = []
    let token = try scene.instance.publisher(of: second).sink(receiveCompletion: { _ in }) { values.append($0) }
    defer { token.cancel() }
    for number in [3.0, 7] {
      try scene.instance.setValue(of: amount, to: number)
      #expect(!scene.advance(by: 0))
    }
    #expect(values == [0, 6, 14])
  }

  @Test func `the first bind of a derived property decides its type`() throws {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "values", "properties": {"amount": [
           {"bind": "amount"}, {"bind": "title", "mode": "toSource", "converter": "text"}]}}]
        """,
      converters: #"[{"name": "text", "type": "toString", "decimals": 0}]"#)
    scene.advance(by: 0)
    #expect(try scene.instance.value(of: StringProperty(path: "title")) == "3")
  }

  @Test func `a value of another type is not written to a property`() throws {
    let scene = try SceneFixtures.scene(children: "[]")
    let (machine, text) = try SceneFixtures.foreignElement(
      #""type": "text", "text": {"bind": "amount", "mode": "toSource"}"#, in: scene)
    text.set(.string("5"), at: .text)
    machine.advance(by: 0)
    #expect(try scene.instance.value(of: amount) == 3)
  }

  @Test(arguments: [("toTarget", 3.0, 3.0), ("toSource", 8, 8), ("twoWay", 3, 3)])
  func `binding the same instance again applies each direction`(mode: String, shown: Double, value: Double) throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "\#(mode)"}}]"#)
    let instance = try scene.instance
    scene.advance(by: 0)
    scene.bindViewModelInstance(nil)
    scene.element("b").set(.number(8), at: .value)
    scene.advance(by: 0)
    instance.setValue(of: amount, to: 3)
    scene.bindViewModelInstance(instance)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == shown)
    #expect(try instance.value(of: amount) == value)
  }
}
