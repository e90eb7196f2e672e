import Reactive
import Testing

@testable import Scenes

@MainActor
@Suite struct ListContentTests {
  private let items = ListProperty(path: "items")

  private static let rows = """
    , {"name": "Row", "viewModel": "Main", "children": [{"type": "text", "text": {"bind": "title"}}]},
      {"name": "Card", "viewModel": "Inner", "children": [{"type": "text", "text": {"bind": "title"}}]},
      {"name": "Other", "viewModel": "Inner", "children": [{"type": "text", "text": "other"}]}
    """

  private func scene(map: String = #", "map": {"Main": "Row"}"#) throws -> Scene {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "list", "name": "l", "items": {"bind": "items"}\#(map)}]"#, artboards: Self.rows)
    scene.resize(to: CellSize(width: 10, height: 4))
    return scene
  }

  private func add(_ titles: [String], of model: String = "Main", to scene: Scene) throws -> [ViewModelInstance] {
    try titles.map { title in
      let item = try scene.file.createViewModelInstance(from: .blank(from: .name(model)))
      item.setValue(of: StringProperty(path: "title"), to: title)
      try scene.instance.appendInstance(item, to: items)
      return item
    }
  }

  @Test func `each item is drawn by the artboard of its view model`() throws {
    let scene = try scene()
    _ = try add(["a"], to: scene)
    _ = try add(["b"], of: "Inner", to: scene)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["a", "b", "", ""])
  }

  @Test func `a map chooses the artboard`() throws {
    let scene = try scene(map: #", "map": {"Inner": "Other"}"#)
    _ = try add(["b"], of: "Inner", to: scene)
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "other")
  }

  @Test func `an item without an artboard is not drawn`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "list", "items": {"bind": "items"}}]"#,
      artboards: #", {"name": "Card", "viewModel": "Inner", "children": [{"type": "text", "text": {"bind": "title"}}]}"#
    )
    scene.resize(to: CellSize(width: 10, height: 3))
    let other = try scene.file.createViewModelInstance(from: .blank(from: .name("Side")))
    try scene.instance.appendInstance(other, to: items)
    _ = try add(["a"], of: "Inner", to: scene)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["a", "", ""])
  }

  @Test func `a list behind an interpolating converter changes at once`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "sparkline", "values": {"bind": "items", "converter": "slow"}, "valueName": "amount"}]"#,
      converters: #"[{"name": "slow", "type": "interpolate"}]"#)
    scene.resize(to: CellSize(width: 4, height: 1))
    scene.advance(by: 0)
    let item = try #require(try add(["a"], of: "Inner", to: scene).first)
    item.setValue(of: NumberProperty(path: "amount"), to: 1)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["█"])
    #expect(!scene.advance(by: 0))
  }

  @Test func `a list that is scrolled too far shows its last item`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "list", "height": 2, "offset": 99, "items": {"bind": "items"}, "map": {"Main": "Row"}}]"#,
      artboards: Self.rows)
    scene.resize(to: CellSize(width: 10, height: 2))
    _ = try add(["a", "b", "c"], to: scene)
    scene.advance(by: 0)
    #expect(scene.rendered().lines.contains("c"))
  }

  @Test func `an instance that occurs twice has one index`() throws {
    let scene = try scene()
    let added = try add(["a", "b"], to: scene)
    try scene.instance.appendInstance(added[0], to: items)
    scene.advance(by: 0)
    let place = try #require(added[0].viewModel.index(of: "position"))
    #expect(added[0].values[place].number == 2)
    #expect(scene.rendered().lines == ["a", "b", "a", ""])
  }

  @Test func `changes of a list are drawn, also moves and duplicates`() throws {
    let scene = try scene()
    let added = try add(["a", "b", "c"], to: scene)
    scene.advance(by: 0)
    let instance = try scene.instance
    instance.swapInstance(atIndex: 0, withIndex: 2, in: items)
    instance.insertInstance(added[1], to: items, at: 0)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["b", "c", "b", "a"])
    added[1].setValue(of: StringProperty(path: "title"), to: "B")
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["B", "c", "B", "a"])
    instance.removeInstance(added[1], from: items)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["c", "a", "", ""])
  }

  @Test func `a list is still shown after its instance is released`() throws {
    let scene = try scene()
    _ = try add(["a", "b"], to: scene)
    scene.advance(by: 0)
    weak let released = try scene.instance
    scene.bindViewModelInstance(nil)
    scene.resize(to: CellSize(width: 10, height: 3))
    scene.advance(by: 0)
    #expect(released == nil)
    #expect(scene.rendered().lines == ["a", "b", ""])
  }

  @Test func `each of several replaced items has its position`() throws {
    let file = try SceneFixtures.file()
    let people = try (0..<6).map { _ in try file.createViewModelInstance(from: .blank(from: .name("Person"))) }
    let list = InstanceList(people[..<3])
    list.writeIndices()
    let replaced = [1, 2].map { Changeset.Pair(old: $0, new: $0) }
    list.apply(Changeset(modifications: replaced)) { people[$0 + 3] }
    list.writeIndices()
    let place = try #require(people[0].viewModel.index(of: "position"))
    #expect([0, 4, 5].map { people[$0].values[place].number } == [0, 1, 2])
  }

  @Test func `the position of an item is written to its index`() throws {
    let scene = try scene()
    let added = try add(["a", "b"], to: scene)
    scene.advance(by: 0)
    guard let place = added[1].viewModel.index(of: "position") else {
      Issue.record("no index")
      return
    }
    #expect(added[1].values[place].number == 1)
    try scene.instance.swapInstance(atIndex: 0, withIndex: 1, in: items)
    scene.advance(by: 0)
    #expect(added[1].values[place].number == 0)
  }

  @Test func `an item that is not visible has its position too`() throws {
    let scene = try scene()
    let added = try add((0..<100).map { "\($0)" }, to: scene)
    scene.advance(by: 0)
    func positions() throws -> [Double?] {
      let place = try #require(added[0].viewModel.index(of: "position"))
      return added.map { $0.values[place].number }
    }
    #expect(try positions() == (0..<100).map { Double($0) })
    let instance = try scene.instance
    instance.swapInstance(atIndex: 60, withIndex: 80, in: items)
    instance.removeInstance(at: 0, from: items)
    scene.advance(by: 0)
    let present = try positions()
    #expect(present[1] == 0 && present[60] == 79 && present[80] == 59 && present[99] == 98)
  }

  @Test func `the position of an item that is not visible is shown elsewhere`() throws {
    let file = try SceneFixtures.file(
      """
      {"viewModels": [
         {"name": "Item", "properties": [{"name": "position", "type": "index"}]},
         {"name": "Main", "properties": [
           {"name": "items", "type": "list"}, {"name": "chosen", "type": "viewModel", "viewModel": "Item"}]}],
       "converters": [{"name": "text", "type": "toString", "decimals": 0}],
       "artboards": [
         {"name": "A", "viewModel": "Main", "width": 8, "height": 2, "children": [
           {"type": "text", "height": 1, "text": {"bind": "chosen/position", "converter": "text"}},
           {"type": "list", "height": 1, "items": {"bind": "items"}}]},
         {"name": "Row", "viewModel": "Item", "children": [{"type": "text", "text": "row"}]}]}
      """)
    let scene = try Scene(file: file)
    let instance = try scene.instance
    for _ in 0..<50 {
      instance.appendInstance(try file.createViewModelInstance(from: .blank(from: .name("Item"))), to: items)
    }
    instance.setValue(
      of: ViewModelInstanceProperty(path: "chosen"), to: try instance.value(of: items, at: 40))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["40", "row"])
    instance.removeInstance(at: 20, from: items)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["39", "row"])
  }

  @Test func `only visible items have an artboard`() throws {
    let scene = try scene()
    _ = try add((0..<100).map { "\($0)" }, to: scene)
    scene.advance(by: 0)
    let list = try #require(scene.element("l").content as? ListContent)
    #expect(list.rows.count <= 5)
    #expect(scene.stateMachine.scroll(x: 0, y: 0, by: 50))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["50", "51", "52", "53"])
    #expect(list.rows.count <= 5)
    scene.stateMachine.scroll(x: 0, y: 0, by: -90)
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "0")
  }

  @Test func `a number becomes that many blank items`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "list", "items": {"bind": "amount", "converter": "n"}}]"#,
      converters: #"[{"name": "n", "type": "numberToList", "viewModel": "Inner"}]"#,
      artboards: #", {"name": "Row", "viewModel": "Inner", "children": [{"type": "text", "text": "row"}]}"#)
    scene.resize(to: CellSize(width: 4, height: 4))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["row", "row", "row", ""])
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 1)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["row", "", "", ""])
  }

  @Test func `a nested artboard is bound to a nested instance`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "artboard", "artboard": "Card", "context": {"bind": "inner"}}]"#, artboards: Self.rows)
    scene.resize(to: CellSize(width: 10, height: 1))
    scene.advance(by: 0)
    #expect(scene.rendered().text == "Inside")
    try scene.instance.setValue(of: StringProperty(path: "inner/title"), to: "Changed")
    #expect(scene.rendered().text == "Inside")
    scene.advance(by: 0)
    #expect(scene.rendered().text == "Changed")
  }

  @Test func `an artboard property shows an artboard and clears it`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "artboard", "artboard": {"bind": "part"}}]"#, artboards: Self.rows)
    scene.resize(to: CellSize(width: 10, height: 1))
    let part = ArtboardProperty(path: "part")
    try scene.instance.setValue(of: part, to: scene.file.createArtboard("Other"))
    scene.advance(by: 0)
    #expect(scene.rendered().text == "other")
    try scene.instance.setValue(of: part, to: scene.file.createArtboard("Row"))
    scene.advance(by: 0)
    #expect(scene.rendered().text == "Hello")
    try scene.instance.setValue(of: part, to: nil)
    scene.advance(by: 0)
    #expect(scene.rendered().text == "")
  }

  /// A scene with a list of these titles, and a text below it.
  private func list(_ options: String, _ titles: [String], rows: String = rows) throws -> Scene {
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "list", "name": "l", "items": {"bind": "items"}, "map": {"Main": "Row"}\(options)},
         {"type": "text", "text": "below"}]
        """,
      artboards: rows)
    scene.resize(to: CellSize(width: 8, height: 5))
    _ = try add(titles, to: scene)
    scene.advance(by: 0)
    return scene
  }

  @Test func `items are below or beside each other, with gaps`() throws {
    #expect(try list("", ["a", "b"]).rendered().lines == ["a", "b", "below", "", ""])
    #expect(try list(#", "gap": 1"#, ["a", "b"]).rendered().lines == ["a", "", "b", "below", ""])
    let row = #", "direction": "horizontal""#
    #expect(try list(row, ["a", "bc", "d"]).rendered().lines == ["abcd", "below", "", "", ""])
    #expect(try list(row + #", "gap": 2"#, ["a", "bc", "d"]).rendered().lines[0] == "a  bc  d")
    #expect(try list(row, ["abcdef", "ghijkl", "m"]).rendered().lines[0].count == 8)
    #expect(try list("", []).rendered().lines[0] == "below")
  }

  @Test func `only the selected item has the background of the selection`() throws {
    let buffer = try list(#", "selected": 1"#, ["a", "b", "c"]).rendered()
    let backgrounds = (0..<4).map { buffer.style(x: 7, y: $0).background }
    #expect(backgrounds == [.clear, Color(role: .selection), .clear, .clear])
    #expect(buffer.style(x: 0, y: 1).background == Color(role: .selection))
    let none = try list("", ["a"]).rendered()
    #expect(none.style(x: 0, y: 0).background == .clear)
  }

  @Test func `a list scrolls by items, from the first to the last`() throws {
    let scene = try list(#", "height": 2"#, ["a", "b", "c", "d"])
    func scroll(_ lines: Int, y: Int = 0) -> [String]? {
      guard scene.stateMachine.scroll(x: 0, y: y, by: lines) else { return nil }
      scene.advance(by: 0)
      return scene.rendered().lines.dropLast(2)
    }
    #expect(scroll(1) == ["b", "c", "below"])
    #expect(scroll(9, y: 1) == ["d", "", "below"])
    #expect(scroll(-1) == ["c", "d", "below"])
    #expect(scroll(-9) == ["a", "b", "below"])
    #expect(scroll(1, y: 2) == nil)
    let short = try list(#", "height": 3"#, ["a", "b", "c"])
    #expect(!short.stateMachine.scroll(x: 0, y: 0, by: 1))
    let long = try list(#", "height": 1"#, ["a"])
    #expect(!long.stateMachine.scroll(x: 0, y: 0, by: 1))
  }

  @Test func `a list beside scrolls to the side`() throws {
    let scene = try list(#", "direction": "horizontal""#, ["abc", "def", "ghi"])
    #expect(scene.rendered().lines[0] == "abcdefgh")
    #expect(scene.stateMachine.scroll(x: 7, y: 0, by: 1))
    scene.advance(by: 0)
    #expect(scene.rendered().lines[0] == "defghi")
    #expect(try !list(#", "direction": "horizontal""#, ["ab", "cd"]).stateMachine.scroll(x: 0, y: 0, by: 1))
  }

  @Test func `a click reaches the item under the pointer`() throws {
    let rows = """
      , {"name": "Row", "viewModel": "Main", "children": [{"type": "text", "text": {"bind": "title"}}],
         "stateMachines": [{"name": "m", "listeners": [{"on": "click", "actions": [{"set": "title", "value": "X"}]}]}]}
      """
    let scene = try list(#", "gap": 1"#, ["a", "b"], rows: rows)
    for y in [2, 1, 3] {
      scene.stateMachine.pointerDown(x: 0, y: y)
      scene.stateMachine.pointerUp(x: 0, y: y)
    }
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["a", "", "X", "below", ""])
  }

  @Test func `the timeline of an item begins when it becomes visible`() throws {
    let rows = """
      , {"name": "Row", "viewModel": "Main", "children": [{"type": "bar", "name": "b", "maximum": 60}],
         "animations": [{"name": "a", "duration": 60, "tracks": [{"target": "b", "property": "value", "keys": [
           {"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]}],
         "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [{"name": "s", "animation": "a"}],
           "transitions": [{"from": "entry", "to": "s"}]}]}]}
      """
    let scene = try list("", ["a"], rows: rows)
    #expect(scene.rendered().lines[0] == "────────")
    scene.advance(by: 0.5)
    #expect(scene.rendered().lines[0] == "████────")
    _ = try add(["b"], to: scene)
    scene.advance(by: 0)
    #expect(scene.rendered().lines.prefix(2) == ["████────", "────────"])
  }
}
