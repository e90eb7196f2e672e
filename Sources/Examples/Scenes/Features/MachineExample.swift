import Bindery
import Reactive
import Scenes
import TUIKit

/// A state machine: triggers and numbers choose the states of two layers, and a transition takes its time.
final class MachineExample: SceneExampleController {
  private let force = CurrentValue<Double, Never>(0)

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    instance[NumberProperty(path: "wind")] *= force
    let triggers = ["open", "close"].map { name in
      Button(name) { instance.fire(trigger: TriggerProperty(path: name)) }
    }
    return triggers + [Button("storm") { [force] in force.value = force.value > 0 ? 0 : 10 }]
  }

  private static let text = """
    {
      "viewModels": [{"name": "Door", "properties": [
        {"name": "open", "type": "trigger"}, {"name": "close", "type": "trigger"},
        {"name": "wind", "type": "number"}, {"name": "state", "type": "string"}]}],
      "artboards": [{"name": "Door", "viewModel": "Door", "children": [
        {"type": "box", "border": "heavy", "width": 32, "padding": [0, 1], "children": [
          {"type": "bar", "name": "gap"}, {"type": "text", "text": {"bind": "state"}},
          {"type": "text", "name": "lamp", "text": "● calm", "color": "ok"}]}],
       "animations": [
        {"name": "closed", "duration": 1, "tracks": [
          {"target": "gap", "property": "value", "keys": [{"frame": 0, "value": 0}]}]},
        {"name": "open", "duration": 1, "tracks": [
          {"target": "gap", "property": "value", "keys": [{"frame": 0, "value": 1}]}]},
        {"name": "alarm", "duration": 1, "tracks": [
          {"target": "lamp", "property": "text", "keys": [{"frame": 0, "value": "▲ storm"}]},
          {"target": "lamp", "property": "color", "keys": [{"frame": 0, "value": "danger"}]}]},
        {"name": "calm", "duration": 1, "tracks": [
          {"target": "lamp", "property": "text", "keys": [{"frame": 0, "value": "● calm"}]},
          {"target": "lamp", "property": "color", "keys": [{"frame": 0, "value": "ok"}]}]}],
       "stateMachines": [{"name": "door", "layers": [
        {"name": "door",
         "states": [
          {"name": "closed", "animation": "closed", "onStart": [{"set": "state", "value": "closed"}]},
          {"name": "open", "animation": "open", "onStart": [{"set": "state", "value": "open"}]}],
         "transitions": [
          {"from": "entry", "to": "closed"},
          {"from": "closed", "to": "open", "duration": 500, "conditions": [
            {"path": "open"}, {"path": "wind", "op": "<", "value": 8}]},
          {"from": "open", "to": "closed", "duration": 200, "easing": "easeIn", "conditions": [{"path": "close"}]},
          {"from": "any", "to": "closed", "conditions": [{"path": "wind", "op": ">=", "value": 8}],
           "onEnd": [{"set": "state", "value": "blown shut"}]}]},
        {"name": "lamp", "states": [{"name": "calm", "animation": "calm"}, {"name": "alarm", "animation": "alarm"}],
         "transitions": [
          {"from": "entry", "to": "calm"},
          {"from": "calm", "to": "alarm", "conditions": [{"path": "wind", "op": ">=", "value": 8}]},
          {"from": "alarm", "to": "calm", "conditions": [{"path": "wind", "op": "<", "value": 8}]}]}]}]}]
    }
    """
}
