import Bindery
import Reactive
import Scenes
import TUIKit

/// A list of instances of two view models: each is drawn by the artboard of its view model, and knows its position.
final class ListsExample: SceneExampleController {
  private let rows = MutableObservableArray<ViewModelInstance>()

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    instance[ListProperty(path: "rows")] *= rows
    add("Task", "Write the letter")
    add("Note", "The post leaves at five")
    return [
      Button("task") { [weak self] in self?.add("Task", "Task \((self?.rows.items.count ?? 0) + 1)") },
      Button("note") { [weak self] in self?.add("Note", "Note \((self?.rows.items.count ?? 0) + 1)") },
      Button("last first") { [rows] in
        if rows.items.count > 1 { rows.move(from: rows.items.count - 1, to: 0) }
      },
      Button("remove") { [rows] in if !rows.items.isEmpty { rows.remove(at: 0) } },
    ]
  }

  private func add(_ viewModel: String, _ title: String) {
    guard let row = try? file?.createViewModelInstance(from: .blank(from: .name(viewModel))) else { return }
    row.setValue(of: StringProperty(path: "title"), to: title)
    rows.append(row)
  }

  private static let text = """
    {
      "viewModels": [
        {"name": "Task", "properties": [{"name": "title", "type": "string"}, {"name": "position", "type": "index"}]},
        {"name": "Note", "properties": [{"name": "title", "type": "string"}]},
        {"name": "Day", "properties": [{"name": "rows", "type": "list"}]}],
      "converters": [
        {"name": "count", "type": "listLength"}, {"name": "whole", "type": "toString", "decimals": 0},
        {"name": "next", "type": "calculate", "operation": "add", "value": 1}],
      "artboards": [
        {"name": "Day", "viewModel": "Day", "gap": 1, "children": [
          {"type": "text", "color": "textDim", "runs": [
            {"text": {"bind": "rows", "converter": ["count", "whole"]}}, {"text": " rows"}]},
          {"type": "list", "items": {"bind": "rows"}, "height": "fill"}]},
        {"name": "Task", "viewModel": "Task", "direction": "horizontal", "gap": 1, "children": [
          {"type": "text", "color": "accent", "text": {"bind": "position", "converter": ["next", "whole"]}},
          {"type": "text", "text": {"bind": "title"}}]},
        {"name": "Note", "viewModel": "Note", "children": [
          {"type": "text", "x": 2, "italic": true, "color": "textDim", "text": {"bind": "title"}}]}]
    }
    """
}
