import Bindery
import Reactive
import Scenes
import TUIKit

/// Converters: one number, shown in several ways; the last bar moves to a new value in 600 milliseconds.
final class ConvertersExample: SceneExampleController {
  private let amount = CurrentValue<Double, Never>(1_234.5)

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    instance[NumberProperty(path: "amount")] *= amount
    return [
      Button("more") { [amount] in amount.value += 2_500.25 }, Button("less") { [amount] in amount.value -= 2_500.25 },
    ]
  }

  private static func row(_ title: String, _ converters: String) -> String {
    """
    {"type": "stack", "direction": "horizontal", "children": [
      {"type": "text", "width": 10, "color": "textDim", "text": "\(title)"},
      {"type": "text", "text": {"bind": "amount", "converter": [\(converters)]}}]}
    """
  }

  private static let text = """
    {
      "viewModels": [{"name": "Account", "properties": [{"name": "amount", "type": "number"}]}],
      "converters": [
        {"name": "money", "type": "toString", "decimals": 2, "commas": true},
        {"name": "plain", "type": "toString", "removeTrailingZeros": true},
        {"name": "percent", "type": "rangeMap", "maximumInput": 10000, "maximumOutput": 100, "clampUpper": true,
         "clampLower": true},
        {"name": "whole", "type": "toString", "decimals": 0},
        {"name": "zeros", "type": "pad", "length": 8, "text": "0"},
        {"name": "tax", "type": "formula", "formula": "round(max({input}, 0) * 0.22)"},
        {"name": "slowly", "type": "interpolate", "duration": 600, "easing": "easeOut"}],
      "artboards": [{"name": "Account", "viewModel": "Account", "children": [
        \(row("money", #""money""#)), \(row("plain", #""plain""#)), \(row("padded", #""whole", "zeros""#)),
        \(row("percent", #""percent", "whole""#)), \(row("tax", #""tax", "money""#)),
        {"type": "bar", "maximum": 10000, "value": {"bind": "amount"}},
        {"type": "bar", "maximum": 10000, "color": "ok", "value": {"bind": "amount", "converter": "slowly"}}]}]
    }
    """
}
