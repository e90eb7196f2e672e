import Scenes
import Testing

@testable import Scenes

@MainActor
@Suite struct ReplacedTriggerTests {
  private static let text = """
    {"viewModels": [
       {"name": "Inner", "properties": [{"name": "go", "type": "trigger"}]},
       {"name": "Main", "properties": [
         {"name": "inner", "type": "viewModel", "viewModel": "Inner"}, {"name": "count", "type": "number"}]}],
     "artboards": [{"name": "A", "viewModel": "Main", "stateMachines": [{"name": "m",
       "layers": [{"name": "l", "states": [{"name": "a"}, {"name": "b"}], "transitions": [
         {"from": "entry", "to": "a"}, {"from": "a", "to": "b", "conditions": [{"path": "inner/go"}]}]}],
       "listeners": [{"on": "viewModelChange", "path": "inner/go", "actions": [{"set": "count", "value": 1}]}]}]}]}
    """

  @Test func `a replaced instance has not fired its triggers`() throws {
    let scene = try Scene(file: SceneFixtures.file(Self.text))
    scene.advance(by: 0)
    let new = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    try scene.instance.setValue(of: ViewModelInstanceProperty(path: "inner"), to: new)
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["a"])
    #expect(try scene.instance.value(of: NumberProperty(path: "count")) == 0)
    new.fire(trigger: TriggerProperty(path: "go"))
    scene.advance(by: 0)
    #expect(scene.stateMachine.stateNames == ["b"])
    #expect(try scene.instance.value(of: NumberProperty(path: "count")) == 1)
  }
}
