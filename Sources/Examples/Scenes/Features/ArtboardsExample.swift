import Bindery
import Scenes
import TUIKit

/// Artboards inside of another: the program chooses one, and a stateful one has an instance of its own.
final class ArtboardsExample: SceneExampleController {
  private let page = ArtboardProperty(path: "page")

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    let choices = ["Weather", "Trains"].map { name in
      Button(name) { [file, page] in instance.setValue(of: page, to: try? file?.createArtboard(name)) }
    }
    return choices + [Button("nothing") { [page] in instance.setValue(of: page, to: nil) }]
  }

  private static let text = """
    {
      "viewModels": [
        {"name": "Station", "properties": [{"name": "town", "type": "string"}, {"name": "page", "type": "artboard"}],
         "instances": [{"name": "Main", "values": {"town": "Turin", "page": "Trains"}}]},
        {"name": "Clock", "properties": [{"name": "time", "type": "string"}],
         "instances": [{"name": "Noon", "values": {"time": "12:00"}}]}],
      "artboards": [
        {"name": "Station", "viewModel": "Station", "gap": 1, "children": [
          {"type": "stack", "direction": "horizontal", "children": [
            {"type": "text", "bold": true, "text": {"bind": "town"}}, {"type": "spacer"},
            {"type": "artboard", "artboard": "Clock", "stateful": true}]},
          {"type": "artboard", "artboard": {"bind": "page"}}]},
        {"name": "Clock", "viewModel": "Clock", "children": [
          {"type": "text", "color": "accent", "text": {"bind": "time"}}]},
        {"name": "Weather", "viewModel": "Station", "children": [
          {"type": "box", "title": "Weather", "children": [
            {"type": "text", "runs": [{"text": "Fog over "}, {"text": {"bind": "town"}}]}]}]},
        {"name": "Trains", "viewModel": "Station", "children": [
          {"type": "box", "title": "Trains", "border": "heavy", "children": [
            {"type": "text", "runs": [{"text": {"bind": "town"}}, {"text": " – Milan, platform 4"}]}]}]}]
    }
    """
}
