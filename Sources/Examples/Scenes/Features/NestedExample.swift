import Bindery
import Scenes
import TUIKit

/// Nested instances: a path leads through them, and what is bound below one follows its replacement.
final class NestedExample: SceneExampleController {
  private let lead = ViewModelInstanceProperty(path: "lead")
  private let city = StringProperty(path: "lead/office/city")

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    [
      Button("next lead") { [file, lead] in
        let name = (try? instance.value(of: lead).name()) == "Ada" ? "Grace" : "Ada"
        guard let next = try? file?.createViewModelInstance(from: .name(name, from: .name("Person"))) else { return }
        instance.setValue(of: lead, to: next)
      },
      Button("move the office") { [city] in instance.setValue(of: city, to: "Paris") },
    ]
  }

  private static let text = """
    {
      "viewModels": [
        {"name": "Office", "properties": [{"name": "city", "type": "string"}]},
        {"name": "Person",
         "properties": [
           {"name": "name", "type": "string"}, {"name": "office", "type": "viewModel", "viewModel": "Office"}],
         "instances": [
           {"name": "Ada", "values": {"name": "Ada Lovelace", "office": {"city": "London"}}},
           {"name": "Grace", "values": {"name": "Grace Hopper", "office": {"city": "New York"}}}]},
        {"name": "Team",
         "properties": [{"name": "lead", "type": "viewModel", "viewModel": "Person"}],
         "instances": [{"name": "Engines", "values": {"lead": "Ada"}}]}],
      "artboards": [
        {"name": "Team", "viewModel": "Team", "gap": 1, "children": [
          {"type": "text", "runs": [{"text": "Led from "}, {"text": {"bind": "lead/office/city"}, "color": "accent"}]},
          {"type": "artboard", "artboard": "Person", "context": {"bind": "lead"}}]},
        {"name": "Person", "viewModel": "Person", "children": [
          {"type": "box", "title": {"bind": "office/city"}, "padding": [0, 1], "children": [
            {"type": "text", "bold": true, "text": {"bind": "name"}}]}]}]
    }
    """
}
