import Bindery
import FoundationEssentials
import Scenes
import TUIKit
import Time

/// A key in a list with rows that a scene draws, beside a table with rows that are written by hand, as in Peoplebook.
@MainActor
enum SceneRowBenchmark {
  static let (count, size) = (100_000, Size(width: 80, height: 40))
  private static let keys = 400

  static func run(_ bench: Bench) throws {
    let (ours, theirs) = (try SceneRows(), WrittenRows())
    bench.compare(
      "a key → a list with rows by a scene", unit: "µs", rounds: 15, with: "rows by hand",
      baseline: { Bench.nanoseconds(each: keys) { for _ in 0..<keys { theirs.pressDown() } } / 1_000 },
      measure: { Bench.nanoseconds(each: keys) { for _ in 0..<keys { ours.pressDown() } } / 1_000 })
  }

  static func name(_ index: Int) -> String { "person \(index)" }
  static func address(_ index: Int) -> String { "person\(index)@example.org" }

  /// A list component; a key selects the next row and scrolls when it is below the window.
  @MainActor
  private final class SceneRows {
    private let view: SceneView
    private let scene: Scene
    private let stage: (window: Window, surface: Surface, clock: ManualScheduler)
    private var selected = 0
    private var offset = 0

    init() throws {
      let file = try SceneBenchmarks.file(
        """
        {"viewModels": [
           {"name": "Row", "properties": [{"name": "name", "type": "string"}, {"name": "mail", "type": "string"}]},
           {"name": "M", "properties": [{"name": "rows", "type": "list"}, {"name": "selected", "type": "number"},
             {"name": "offset", "type": "number"}]}],
         "artboards": [
           {"name": "A", "viewModel": "M", "children": [{"type": "list", "height": "fill",
             "items": {"bind": "rows"}, "selected": {"bind": "selected"}, "offset": {"bind": "offset"}}]},
           {"name": "R", "viewModel": "Row", "direction": "horizontal", "children": [
             {"type": "text", "width": 32, "text": {"bind": "name"}}, {"type": "text", "text": {"bind": "mail"}}]}]}
        """)
      scene = try Scene(file: file)
      for index in 0..<count {
        let row = try file.createViewModelInstance(from: .blank(from: .name("Row")))
        row.setValue(of: StringProperty(path: "name"), to: SceneRowBenchmark.name(index))
        row.setValue(of: StringProperty(path: "mail"), to: SceneRowBenchmark.address(index))
        scene.viewModelInstance?.appendInstance(row, to: ListProperty(path: "rows"))
      }
      view = SceneView(scene)
      stage = SceneBenchmarks.stage(view, SceneRowBenchmark.size)
    }

    func pressDown() {
      selected = selected + 1 < count ? selected + 1 : 0
      offset = min(selected, max(offset, selected - SceneRowBenchmark.size.height + 1))
      scene.viewModelInstance?.setValue(of: NumberProperty(path: "selected"), to: Double(selected))
      scene.viewModelInstance?.setValue(of: NumberProperty(path: "offset"), to: Double(offset))
      scene.advance(by: 0)
      view.setNeedsDisplay()
      stage.window.draw(into: stage.surface)
    }
  }

  /// A table with cells that draw themselves.
  @MainActor
  private final class WrittenRows: TableViewDataSource {
    private let table = TableView()
    private let stage: (window: Window, surface: Surface, clock: ManualScheduler)
    private var selected = 0

    init() {
      stage = SceneBenchmarks.stage(table, SceneRowBenchmark.size)
      table.dataSource = self
      table.reloadData()
      stage.window.draw(into: stage.surface)
    }

    func pressDown() {
      selected = selected + 1 < count ? selected + 1 : 0
      table.selectRow(at: IndexPath(row: selected, section: 0))
      stage.window.draw(into: stage.surface)
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(RowCell.self, for: indexPath)
      cell.index = indexPath.row
      return cell
    }
  }

  private final class RowCell: TableViewCell {
    var index = 0 {
      didSet { setNeedsDisplay() }
    }

    override func draw(in canvas: Canvas) {
      let style = isSelected ? Style(.selectionText, on: .selection) : Style()
      canvas.fill(style: style)
      canvas.write(SceneRowBenchmark.name(index), at: Point(x: 0, y: 0), style: style, maxWidth: 32)
      canvas.write(SceneRowBenchmark.address(index), at: Point(x: 32, y: 0), style: style)
    }
  }
}
