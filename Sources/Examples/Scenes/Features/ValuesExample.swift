import Bindery
import Reactive
import Scenes
import TUIKit

/// Text, a number, a truth value and a colour: the program writes each through a typed path.
final class ValuesExample: SceneExampleController {
  private let name = CurrentValue<String, Never>("Boiler")
  private let heat = CurrentValue<Double, Never>(40)
  private let isOn = CurrentValue<Bool, Never>(true)

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    let (field, box) = (TextField(), Checkbox("on"))
    field.textBinding *= name
    box.isOnBinding *= isOn
    instance[StringProperty(path: "name")] *= name
    instance[NumberProperty(path: "heat")] *= heat
    instance[BoolProperty(path: "isOn")] *= isOn
    instance[ColorProperty(path: "tint")] *= heat.map { Color(role: $0 > 60 ? .danger : .ok) }
    return [field, box, Button("warmer") { [heat] in heat.value += 15 }]
  }

  private static let text = """
    {
      "viewModels": [{"name": "Oven", "properties": [
        {"name": "name", "type": "string"}, {"name": "heat", "type": "number"},
        {"name": "isOn", "type": "boolean"}, {"name": "tint", "type": "color"}]}],
      "converters": [{"name": "degrees", "type": "toString", "decimals": 0}],
      "artboards": [{"name": "Oven", "viewModel": "Oven", "children": [
        {"type": "box", "border": "rounded", "padding": [0, 1], "children": [
          {"type": "text", "bold": true, "text": {"bind": "name"}},
          {"type": "stack", "direction": "horizontal", "gap": 1, "visible": {"bind": "isOn"}, "children": [
            {"type": "bar", "maximum": 100, "value": {"bind": "heat"}, "color": {"bind": "tint"}},
            {"type": "text", "runs": [{"text": {"bind": "heat", "converter": "degrees"}}, {"text": " °C"}]}]}]}]}]
    }
    """
}
