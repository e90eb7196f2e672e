import Bindery
import Reactive
import Scenes
import TUIKit

/// The modes of a bind: to the component, from it, in both directions, and once.
final class ModesExample: SceneExampleController {
  private let line = CurrentValue<Double, Never>(2)

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    let label = Label("")
    instance[NumberProperty(path: "line")] *= line
    label.textBinding *= line.map { "the program has \(Int($0))" }
    return [Button("further") { [line] in line.value += 1 }, Button("far") { [line] in line.value = 99 }, label]
  }

  private static let text = #"""
    {
      "viewModels": [{"name": "Reader", "properties": [
        {"name": "line", "type": "number"}, {"name": "other", "type": "number"}]}],
      "converters": [{"name": "whole", "type": "toString", "decimals": 0}],
      "artboards": [{"name": "Reader", "viewModel": "Reader", "gap": 1, "children": [
        {"type": "text", "runs": [
          {"text": "once "}, {"text": {"bind": "line", "converter": "whole", "mode": "once"}},
          {"text": ", toTarget "}, {"text": {"bind": "line", "converter": "whole"}},
          {"text": ", from the second text "}, {"text": {"bind": "other", "converter": "whole"}}]},
        {"type": "stack", "direction": "horizontal", "gap": 3, "children": [
          {"type": "scroll", "width": 18, "height": 3, "offset": {"bind": "line", "mode": "twoWay"}, "children": [
            {"type": "text", "text": "1 both\n2 the program\n3 and the wheel\n4 of the mouse\n5 move\n6 this text"}]},
          {"type": "scroll", "width": 18, "height": 3, "offset": {"bind": "other", "mode": "toSource"}, "children": [
            {"type": "text", "text": "A only\nB the wheel\nC moves\nD this one"}]}]}]}]
    }
    """#
}
