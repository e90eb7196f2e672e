import Algorithms
import FoundationEssentials
import Reactive
import Testing

@testable import Scenes

/// Damaged files are refused with a message, or become scenes that end their work.
@MainActor
@Suite struct MutatedFilesTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "0", "-1", "1e9", "1e308", "\"\\u0000\"", "\"fit\"", "\"fill\"",
    "\"100%\"", "{\"bind\": \"title\"}", "{\"bind\": \"items\"}", "{\"bind\": \"inner\"}", "\"name\": \"x\",",
    "\"Main\"", "\"toSource\"", "\"twoWay\"", "\"entry\"", "\"any\"", "日", "\u{1B}",
  ]

  /// A file with everything that a file can have.
  static let whole = SceneFixtures.text(
    children: """
      [{"type": "stack", "direction": "horizontal", "gap": 1, "padding": [0, 1], "children": [
         {"type": "text", "name": "t", "text": {"bind": "title", "mode": "twoWay"}, "wrap": "word", "maxLines": 2,
          "color": "accent", "runs": [{"text": {"bind": "other"}, "bold": true}]},
         {"type": "bar", "name": "b", "value": {"bind": "amount", "converter": "map"}, "width": "50%",
          "computedWidth": {"bind": "second"}},
         {"type": "spacer"}, {"type": "rule", "title": "r"}, {"type": "image", "image": {"bind": "picture"}}]},
       {"type": "grid", "columns": 2, "children": [{"type": "box", "border": "double", "title": "x", "children": [
         {"type": "sparkline", "values": {"bind": "items"}, "valueName": "amount"}]}]},
       {"type": "scroll", "height": 3, "children": [
         {"type": "list", "items": {"bind": "items"}, "map": {"Inner": "Row"}, "height": "fill"}]},
       {"type": "artboard", "artboard": "Row", "context": {"bind": "inner"}},
       {"type": "artboard", "artboard": "Row", "stateful": true, "inputs": {"title": {"bind": "title"}},
        "outputs": {"amount": {"bind": "second"}}},
       {"type": "values", "name": "v", "properties": {"c": "#ff0000",
         "a": [{"bind": "second", "mode": "toSource"}, {"bind": "amount", "converter": "map"}]}}]
      """,
    converters: """
      [{"name": "map", "type": "rangeMap", "maximumInput": 10, "easing": "easeIn"},
       {"name": "f", "type": "formula", "formula": "max({input}, 2) ^ 2 + random"},
       {"name": "n", "type": "numberToList", "viewModel": "Inner"},
       {"name": "g", "type": "group", "converters": ["map", "f"]},
       {"name": "s", "type": "interpolate", "duration": 100}]
      """,
    more: """
      , "animations": [{"name": "a", "duration": 30, "loop": "pingPong", "workArea": [0, 20], "tracks": [
          {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0, "easing": "elastic"},
            {"frame": 30, "value": 1}]}], "callbacks": [{"frame": 3, "fire": "go"}]}],
        "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [{"name": "s", "animation": "a", "speed": 2},
          {"name": "u", "blend": {"by": {"bind": "amount"}, "animations": [{"animation": "a", "value": 1}]}}],
          "transitions": [{"from": "entry", "to": "s"}, {"from": "any", "to": "u", "duration": 50, "exitTime": "50%",
            "conditions": [{"path": "amount", "op": ">", "value": 2}], "onEnd": [{"set": "flag", "value": true}]}]}],
          "listeners": [{"on": "key", "key": "x", "actions": [{"set": "inner", "value": {"bind": "inner"}},
              {"set": "items", "value": {"bind": "items"}}, {"focus": "next"}, {"align": "t"}]},
            {"on": "text", "actions": [{"fire": "go"}]}, {"on": "pointerEnter", "target": "t", "actions": []},
            {"on": "viewModelChange", "path": "amount", "actions": [{"report": "e"}]},
            {"on": "event", "event": "e", "actions": [{"report": "e"}]}]}]
      """,
    artboards: """
      , {"name": "Row", "viewModel": "Inner", "children": [{"type": "text", "text": {"bind": "title"}}],
         "stateMachines": [{"name": "p", "listeners": [
           {"on": "pointerDown", "actions": [{"report": "e"}, {"set": "amount", "value": 4}]}]}]}
      """)

  private func mutated(_ original: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0..<max(1, bytes.count), using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0..<24, using: &generator))
      guard start < bytes.count else { continue }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &generator) ?? "").utf8, at: start)
      default:
        // Replaces a whole value or name, so that the file often stays JSON.
        let marks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
        guard marks.count > 3 else { continue }
        let first = 2 * Int.random(in: 0..<marks.count / 2, using: &generator)
        let second = 2 * Int.random(in: 0..<marks.count / 2, using: &generator)
        guard second + 1 < marks.count, first + 1 < marks.count else { continue }
        let text = Array(bytes[marks[second]...marks[second + 1]])
        bytes.replaceSubrange(marks[first]...marks[first + 1], with: text)
      }
    }
    return bytes
  }

  @Test func `the whole file is valid and draws`() throws {
    let scene = try Scene(file: SceneFixtures.file(Self.whole))
    scene.resize(to: CellSize(width: 40, height: 12))
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0].contains("Hello"))
  }

  /// The file with everything, which every second file is made from, and the shipped ones.
  private static func originals() throws -> [[UInt8]] {
    let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let shipped = try ["plain", "cards", "compact"].flatMap { set in
      try ["card", "welcome", "toast"].map { name in
        Array(try Data(contentsOf: URL(filePath: "\(root)/Resources/scenes/\(set)/\(name).json")))
      }
    }
    return shipped.flatMap { [$0, Array(whole.utf8)] }
  }

  /// The memory of this process that is not shared, in bytes.
  private static var residentBytes: Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = statm.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * 4_096 : 0
  }

  /// 100,000 files with `MUTATED_FILES=100000`, run alone; a seed's files are always the same.
  @Test func `mutated files neither trap nor hang nor leak`() throws {
    let wanted = ProcessInfo.processInfo.environment["MUTATED_FILES"].flatMap(Int.init)
    let count = wanted ?? 2_000
    var generator = SeededGenerator(seed: 16)
    let originals = try Self.originals()
    var drawn = 0
    var slowest = Duration.zero
    var settledBytes = 0
    for index in 0..<count {
      if index == count / 10 { settledBytes = Self.residentBytes }
      let start = ContinuousClock.now
      defer { slowest = max(slowest, ContinuousClock.now - start) }
      let bytes = mutated(originals[index % originals.count], &generator)
      guard let file = try? File(reading: .data(bytes)), let scene = try? Scene(file: file) else { continue }
      // Paths that a changed file lacks are expected.
      let reports = file.errors.sink { _ in }
      defer { reports.cancel() }
      scene.resize(to: CellSize(width: 40, height: 12))
      for step in 0..<4 {
        scene.advance(by: Double(step) * 0.05)
        for y in step..<step + 3 {
          scene.stateMachine.pointerDown(x: 3, y: y)
          scene.stateMachine.pointerMove(x: 2, y: y + 1)
          scene.stateMachine.pointerUp(x: 3, y: y)
        }
        scene.stateMachine.scroll(x: 3, y: 4, by: 1)
        scene.stateMachine.keyPress("x")
        scene.stateMachine.textInput("a")
        if let item = try? file.createViewModelInstance(from: .blank(from: .name("Inner"))) {
          scene.viewModelInstance?.appendInstance(item, to: ListProperty(path: "items"))
          scene.viewModelInstance?.setValue(of: ViewModelInstanceProperty(path: "inner"), to: item)
        }
        scene.viewModelInstance?.setValue(of: NumberProperty(path: "amount"), to: Double(step) * 3)
      }
      _ = scene.sizeThatFits(CellSize(width: 80, height: 24))
      var buffer = CellBuffer(CellSize(width: 40, height: 12))
      scene.draw(in: &buffer)
      drawn += 1
    }
    #expect(drawn > count / 100)
    #expect(slowest < .seconds(10))
    // Other tests of the same process need memory too.
    if wanted != nil { #expect(Self.residentBytes - settledBytes < 32_000_000) }
  }

  @Test func `nested artboards that never settle end their frame`() throws {
    let listeners = """
      "stateMachines": [{"name": "m", "layers": [], "listeners": [
        {"on": "event", "event": "e", "actions": [{"report": "e"}]},
        {"on": "pointerDown", "actions": [{"report": "e"}]}]}]
      """
    let levels = (0..<12).map { level in
      let inner = level == 11 ? "" : #"{"type": "artboard", "artboard": "A\#(level + 1)"}"#
      return #"{"name": "A\#(level)", "width": 9, "height": 9, "children": [\#(inner)], \#(listeners)}"#
    }
    let scene = try Scene(file: SceneFixtures.file("{\"artboards\": [\(levels.joined(separator: ","))]}"))
    scene.resize(to: CellSize(width: 9, height: 9))
    scene.advance(by: 0)
    scene.stateMachine.pointerDown(x: 0, y: 0)
    let start = ContinuousClock.now
    for _ in 0..<10 { scene.advance(by: 0.016) }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `a long chain of instances is released`() throws {
    let file = try SceneFixtures.file()
    var first = try file.createViewModelInstance(from: .blank(from: .name("Node")))
    for _ in 0..<100_000 {
      let next = try file.createViewModelInstance(from: .blank(from: .name("Node")))
      next.setValue(of: ViewModelInstanceProperty(path: "next"), to: first)
      first = next
    }
    weak let released = first
    first = try file.createViewModelInstance(from: .blank(from: .name("Node")))
    #expect(released == nil)
  }

  @Test func `a long chain of lists is released`() throws {
    let file = try SceneFixtures.file()
    let friends = ListProperty(path: "friends")
    var first = try file.createViewModelInstance(from: .blank(from: .name("Person")))
    for _ in 0..<100_000 {
      let next = try file.createViewModelInstance(from: .blank(from: .name("Person")))
      next.appendInstance(first, to: friends)
      first = next
    }
    weak let released = first
    first = try file.createViewModelInstance(from: .blank(from: .name("Person")))
    #expect(released == nil)
  }

  @Test(arguments: [999, 1000]) func `a pipeline has at most a thousand converters`(count: Int) {
    let members = Array(repeating: #""n""#, count: count).joined(separator: ",")
    let text = """
      {"converters": [{"name": "n", "type": "negate"}, {"name": "g", "type": "group", "converters": [\(members)]}]}
      """
    if count < 1000 {
      #expect(throws: Never.self) { try SceneFixtures.file(text) }
    } else {
      #expect(SceneFixtures.problem(of: text).hasSuffix("a pipeline has at most 1000 converters"))
    }
  }

  @Test func `a pipeline of converters that multiplies is refused`() {
    var converters = [#"{"name": "c0", "type": "negate"}"#]
    for level in 1..<20 {
      converters.append(#"{"name": "c\#(level)", "type": "group", "converters": ["c\#(level - 1)", "c\#(level - 1)"]}"#)
    }
    let problem = SceneFixtures.problem(of: "{\"converters\": [\(converters.joined(separator: ","))]}")
    #expect(problem.hasSuffix("a pipeline has at most 1000 converters"))
  }
}
