import Bindery
import Reactive
import Scenes
import TUIKit

/// Enums: the program writes keys, and a property of a component takes the key of the same name.
final class EnumsExample: SceneExampleController {
  private let side = EnumProperty(path: "side")

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    let values = file?.getViewModelEnums().first { $0.name == "Side" }?.values ?? []
    let buttons = values.map { value in
      Button(value) { [side] in instance.setValue(of: side, to: value) }
    }
    let problem = Label("", role: .danger)
    if let errors = file?.errors { BindingGroup.add(errors.sink { _ in problem.text = "refused" }) }
    let wrong = Button("left") { [side] in instance.setValue(of: side, to: "left") }
    return buttons + [wrong, problem]
  }

  private static let text = """
    {
      "enums": [{"name": "Side", "values": ["start", "center", "end"]}],
      "viewModels": [{"name": "Page", "properties": [{"name": "side", "type": "enum", "enum": "Side"}]}],
      "converters": [
        {"name": "key", "type": "toString"}, {"name": "number", "type": "toNumber"},
        {"name": "share", "type": "rangeMap", "maximumInput": 2, "minimumOutput": 0.2}],
      "artboards": [{"name": "Page", "viewModel": "Page", "gap": 1, "children": [
        {"type": "text", "textAlignment": {"bind": "side"}, "text": "Every line of this text is at the chosen side."},
        {"type": "text", "width": "fill", "textAlignment": {"bind": "side"}, "color": "accent",
         "text": {"bind": "side", "converter": "key"}},
        {"type": "bar", "value": {"bind": "side", "converter": ["number", "share"]}}]}]
    }
    """
}
