import Bindery
import Scenes
import TUIKit

/// Timelines: keys with easing, a swing, and actions at frames; a trigger starts them again.
final class TimelinesExample: SceneExampleController {
  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    [Button("again") { instance.fire(trigger: TriggerProperty(path: "again")) }]
  }

  private static let text = """
    {
      "viewModels": [{"name": "Stage", "properties": [
        {"name": "again", "type": "trigger"}, {"name": "news", "type": "string"}]}],
      "artboards": [{"name": "Stage", "viewModel": "Stage", "children": [
        {"type": "text", "name": "dots", "text": "", "color": "accent"},
        {"type": "bar", "name": "swing", "maximum": 60},
        {"type": "text", "name": "ball", "text": "●"},
        {"type": "text", "color": "textDim", "text": {"bind": "news"}}],
       "animations": [
        {"name": "all", "duration": 120,
         "tracks": [
          {"target": "dots", "property": "text", "keys": [
            {"frame": 0, "value": "ready"}, {"frame": 40, "value": "steady"}, {"frame": 80, "value": "go"}]},
          {"target": "ball", "property": "x", "keys": [
            {"frame": 0, "value": 0, "easing": "easeInOut"}, {"frame": 80, "value": 30, "easing": "easeIn"},
            {"frame": 120, "value": 40}]}],
         "callbacks": [
          {"frame": 0, "set": "news", "value": "The ball rolls."},
          {"frame": 80, "set": "news", "value": "Two thirds of the time have passed."}]},
        {"name": "bounce", "duration": 60, "loop": "pingPong", "tracks": [
          {"target": "swing", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]}],
       "stateMachines": [{"name": "stage", "layers": [
        {"name": "play", "states": [{"name": "waiting"}, {"name": "playing", "animation": "all"}], "transitions": [
          {"from": "entry", "to": "playing"}, {"from": "playing", "to": "waiting", "exitTime": "100%"},
          {"from": "waiting", "to": "playing", "conditions": [{"path": "again"}]}]},
        {"name": "swing", "states": [{"name": "swinging", "animation": "bounce"}], "transitions": [
          {"from": "entry", "to": "swinging"}]}]}]}]
    }
    """
}
