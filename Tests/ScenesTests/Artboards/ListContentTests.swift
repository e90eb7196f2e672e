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
}
