import Bindery
import FoundationEssentials
import Glibc
import Reactive
import Scenes
import TUIKit
import Time

/// The cost of a scene: of a change, of what does not change, of long lists, of loading.
@MainActor
enum SceneBenchmarks {
  static func run(_ bench: Bench) throws {
    try setProperty(bench)
    try advanceManyBinds(bench)
    try showLongList(bench)
    try showLongText(bench)
    try load(bench)
    try SceneRowBenchmark.run(bench)
    try firstScreen(bench)
  }

  static func file(_ text: String) throws -> File { try File(reading: .resource("bench.json", text: text)) }

  /// A view in a window that is drawn by hand.
  static func stage(_ view: View, _ size: Size) -> (window: Window, surface: Surface, clock: ManualScheduler) {
    let clock = ManualScheduler()
    let window = Window(size: size, frameClock: FrameClock(scheduler: clock))
    view.frame = window.contentView.bounds
    window.contentView.addSubview(view)
    let surface = Surface(size: size)
    window.draw(into: surface)
    return (window, surface, clock)
  }

  private static func setProperty(_ bench: Bench) throws {
    let file = try file(
      """
      {"viewModels": [{"name": "M", "properties": [{"name": "t", "type": "string"}]}],
       "artboards": [{"name": "A", "viewModel": "M", "children": [{"type": "text", "text": {"bind": "t"}}]}]}
      """)
    let scene = try Scene(file: file)
    guard let instance = scene.viewModelInstance else { return }
    let (count, words) = (20_000, ["Ada Lovelace", "Grace Hopper"])
    let property = StringProperty(path: "t")
    let view = SceneView(scene)
    let ours = stage(view, Size(width: 40, height: 1))
    let label = Label("")
    let theirs = stage(label, Size(width: 40, height: 1))
    bench.compare(
      "set a property → text on the surface", unit: "µs", rounds: 15, goal: .valueAtMost(2),
      with: "a label by hand",
      baseline: {
        Bench.nanoseconds(each: count) {
          for index in 0..<count {
            label.text = words[index & 1]
            theirs.window.draw(into: theirs.surface)
          }
        } / 1_000
      },
      measure: {
        Bench.nanoseconds(each: count) {
          for index in 0..<count {
            instance.setValue(of: property, to: words[index & 1])
            scene.advance(by: 0)
            view.setNeedsDisplay()
            ours.window.draw(into: ours.surface)
          }
        } / 1_000
      })
    if let figure = bench.figures.last {
      bench.record(
        "the same, measured by the label", figure.value, unit: figure.unit, baseline: figure.baseline,
        of: figure.baselineName, goal: .ratioAtMost(3), spread: figure.spread)
    }
  }

  private static func advanceManyBinds(_ bench: Bench) throws {
    let names = (0..<1_000).map { "p\($0)" }
    let properties = names.map { #"{"name": "\#($0)", "type": "string"}"# }.joined(separator: ",")
    let texts = names.map { #"{"type": "text", "width": "fill", "text": {"bind": "\#($0)"}}"# }.joined(separator: ",")
    let scene = try Scene(
      file: file(
        """
        {"viewModels": [{"name": "M", "properties": [\(properties)]}],
         "artboards": [{"name": "A", "viewModel": "M", "children": [\(texts)]}]}
        """))
    guard let instance = scene.viewModelInstance else { return }
    scene.advance(by: 0)
    let (count, property, words) = (20_000, StringProperty(path: "p500"), ["Ada", "Hedy"])
    bench.measure("advance, 1 of 1,000 binds is dirty", unit: "µs", rounds: 15, goal: .valueAtMost(5)) {
      Bench.nanoseconds(each: count) {
        for index in 0..<count {
          instance.setValue(of: property, to: words[index & 1])
          scene.advance(by: 0.016)
        }
      } / 1_000
    }
    let scheduler = ManualScheduler()
    var frames = 0
    let player = ScenePlayer(scene.stateMachine, on: scheduler) { frames += 1 }
    scheduler.advance(by: .seconds(1))
    frames = 0
    scheduler.advance(by: .seconds(10))
    bench.record("wake-ups of a settled scene in 10 s", Double(frames), unit: "", goal: .valueAtMost(0))
    withExtendedLifetime(player) {}
  }

  private static func showLongList(_ bench: Bench) throws {
    let file = try file(
      """
      {"viewModels": [
         {"name": "Row", "properties": [{"name": "name", "type": "string"}, {"name": "age", "type": "number"}]},
         {"name": "M", "properties": [{"name": "rows", "type": "list"}]}],
       "artboards": [
         {"name": "A", "viewModel": "M", "children": [{"type": "list", "height": "fill", "items": {"bind": "rows"}}]},
         {"name": "R", "viewModel": "Row", "children": [{"type": "text", "text": {"bind": "name"}}]}]}
      """)
    let (rows, size) = (ListProperty(path: "rows"), CellSize(width: 80, height: 40))
    func row(_ index: Int) throws -> ViewModelInstance {
      let row = try file.createViewModelInstance(from: .blank(from: .name("Row")))
      row.setValue(of: StringProperty(path: "name"), to: "person \(index)")
      return row
    }
    let count = 100_000
    func filledList() throws -> ViewModelInstance {
      let list = try file.createViewModelInstance(from: .blank(from: .name("M")))
      for index in 0..<count { list.appendInstance(try row(index), to: rows) }
      return list
    }
    // It takes what earlier measurements have left free.
    let filler = try filledList()
    let before = residentBytes
    let list = try filledList()
    // Two values of 24 bytes each are the instance's own.
    let each = Double(residentBytes - before) / Double(count) - 2 * 24
    bench.record("memory of an instance beyond its values", each, unit: "bytes", goal: .valueAtMost(200))
    withExtendedLifetime(filler) {}
    try bench.measure("first draw of 100,000 items, 40 lines", unit: "ms", goal: .valueAtMost(3)) {
      let scene = try Scene(file: file, dataBind: .instance(list))
      scene.resize(to: size)
      return Bench.nanoseconds {
        scene.advance(by: 0)
        _ = scene.rendered()
      } / 1e6
    }
    let scene = try Scene(file: file, dataBind: .instance(list))
    scene.resize(to: size)
    scene.advance(by: 0)
    scene.stateMachine.scroll(x: 0, y: 0, by: 50_000)
    scene.advance(by: 0)
    let new = try row(-1)
    bench.measure("insert in the middle → first frame", unit: "ms", rounds: 15, goal: .valueAtMost(0.3)) {
      defer { list.removeInstance(at: 50_010, from: rows) }
      return Bench.nanoseconds {
        list.insertInstance(new, to: rows, at: 50_010)
        scene.advance(by: 0)
        _ = scene.rendered()
      } / 1e6
    }
  }

  private static func showLongText(_ bench: Bench) throws {
    let scene = try Scene(
      file: file(
        """
        {"viewModels": [{"name": "M", "properties": [
           {"name": "mark", "type": "string"}, {"name": "note", "type": "string"}]}],
         "artboards": [{"name": "A", "viewModel": "M", "direction": "horizontal", "children": [
           {"type": "text", "width": 1, "text": {"bind": "mark"}},
           {"type": "text", "width": "fill", "text": {"bind": "note"}}]}]}
        """))
    guard let instance = scene.viewModelInstance else { return }
    let texts = ["words ", "other "].map { String(repeating: $0, count: 17_000) }
    let (mark, note) = (StringProperty(path: "mark"), StringProperty(path: "note"))
    instance.setValue(of: note, to: texts[0])
    let (view, scrolled) = (View(), SceneView(scene))
    let shown = stage(view, Size(width: 80, height: 24))
    view.addSubview(scrolled)
    scrolled.frame = Rect(x: 0, y: -500, width: 80, height: 1_400)
    shown.window.draw(into: shown.surface)
    let count = 200
    bench.measure("a key on a text of 100 kB", unit: "ms", rounds: 15, goal: .valueAtMost(0.5)) {
      Bench.nanoseconds(each: count) {
        for index in 0..<count {
          instance.setValue(of: mark, to: index & 1 == 0 ? "" : "▌")
          scene.advance(by: 0)
          scrolled.setNeedsDisplay()
          shown.window.draw(into: shown.surface)
        }
      } / 1e6
    }
    var round = 0
    bench.measure("lines of another text of 100 kB", unit: "ms", rounds: 15, goal: .valueAtMost(10)) {
      round += 1
      return Bench.nanoseconds {
        instance.setValue(of: note, to: texts[round & 1])
        scene.advance(by: 0)
      } / 1e6
    }
  }

  private static func load(_ bench: Bench) throws {
    let path = "Resources/scenes/cards/card.json"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    try bench.measure("load the card", unit: "ms", rounds: 15, goal: .valueAtMost(2)) {
      try Bench.nanoseconds {
        let scene = try Scene(file: file(text))
        scene.advance(by: 0)
      } / 1e6
    }
  }

  /// The card is loaded after the first frame, so a card beside the list does not delay the first screen.
  private static func firstScreen(_ bench: Bench) throws {
    let peoplebook = try ListProgram.sibling("peoplebook")
    let book = try SampleBooks.book(of: 1_000, madeBy: peoplebook)
    let programs = [139, 140].map { width in
      ListProgram(
        name: "peoplebook", path: peoplebook, arguments: ["--book", book], environment: ["NO_COLOR": "1"],
        count: 1_000, size: Size(width: width, height: 40))
    }
    let times = try EndToEnd.starts(of: programs, rounds: 61)
    bench.record(
      "first screen of Peoplebook with a card", times[1], unit: "ms", baseline: times[0], of: "without a card",
      goal: .ratioAtMost(1.03))
  }

  /// The memory of this process that is not shared, in bytes.
  private static var residentBytes: Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = statm.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }
}
