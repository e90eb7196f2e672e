import Bindery
import Scenes
import TUIKit
import Testing

/// A view of a scene at a place in its window, and with another scene.
@MainActor
@Suite struct SceneViewPlaceTests {
  private let stage: SceneViewTests.Stage

  init() throws {
    stage = try SceneViewTests.Stage()
  }

  @Test func `clicks and the wheel are at a place in the view`() throws {
    stage.view.frame = Rect(x: 4, y: 1, width: 8, height: 2)
    _ = stage.lines
    #expect(!stage.view.mouseEvent(MouseEvent(.press, at: Point(x: 1, y: 0))))
    #expect(stage.view.mouseEvent(MouseEvent(.press, at: Point(x: 5, y: 1))))
    #expect(stage.view.mouseEvent(MouseEvent(.release, at: Point(x: 5, y: 1))))
    stage.scheduler.advance(by: .seconds(1))
    #expect(try stage.instance.value(of: StringProperty(path: "name")) == "clicked")
    #expect(!SceneView(nil).mouseEvent(MouseEvent(.press, at: .zero)))
  }

  @Test func `another scene is drawn, and the former one is at rest`() throws {
    _ = stage.lines
    stage.scheduler.advance(by: .seconds(1))
    let other = try Scene(file: File(reading: .resource("card.json", text: SceneViewTests.text)))
    try #require(other.viewModelInstance).setValue(of: StringProperty(path: "name"), to: "Grace")
    stage.view.scene = other
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "Grace")
    stage.scheduler.advance(by: .seconds(1))
    try stage.instance.setValue(of: StringProperty(path: "name"), to: "Hedy")
    #expect(stage.scheduler.isIdle)
    other.viewModelInstance?.setValue(of: StringProperty(path: "name"), to: "Ida")
    #expect(!stage.scheduler.isIdle)
    stage.view.scene = nil
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines == ["", "", ""])
  }

  @Test func `each advance is reported, and draws the view again`() throws {
    var advances = 0
    stage.view.onAdvance = { advances += 1 }
    stage.scheduler.advance(by: .seconds(1))
    stage.window.draw(into: stage.surface)
    let before = advances
    try stage.instance.setValue(of: StringProperty(path: "name"), to: "Grace")
    stage.scheduler.advance(by: .seconds(1))
    #expect(advances > before)
    #expect(stage.window.draw(into: stage.surface) && !stage.window.draw(into: stage.surface))
  }

  @Test func `a view out of its window does not advance`() throws {
    _ = stage.lines
    stage.scheduler.advance(by: .seconds(1))
    stage.view.removeFromSuperview()
    stage.scheduler.advance(by: .seconds(1))
    try stage.instance.setValue(of: StringProperty(path: "name"), to: "Grace")
    #expect(stage.scheduler.isIdle)
  }

  @Test func `the rows of a list are at places in the view`() throws {
    let text = """
      {"viewModels": [{"name": "Row", "properties": [{"name": "name", "type": "string"}]},
         {"name": "Main", "properties": [{"name": "rows", "type": "list"}],
          "instances": [{"name": "First", "values": {"rows": [
            {"viewModel": "Row", "values": {"name": "one"}}, {"viewModel": "Row", "values": {"name": "two"}}]}}]}],
       "artboards": [
         {"name": "A", "viewModel": "Main", "children": [
           {"type": "text", "text": "title"}, {"type": "list", "items": {"bind": "rows"}, "map": {"Row": "R"}}]},
         {"name": "R", "viewModel": "Row", "children": [{"type": "text", "text": {"bind": "name"}}]}]}
      """
    stage.view.scene = try Scene(file: File(reading: .resource("list.json", text: text)))
    #expect(stage.view.instanceFrames.values.map(\.minY).sorted() == [1, 2])
    #expect(stage.view.instanceFrames.values.allSatisfy { $0.minX == 0 && $0.height == 1 && $0.width > 0 })
    #expect(SceneView(nil).instanceFrames.isEmpty)
  }

  @Test func `a hidden scene is at rest until shown`() throws {
    let stage = try SceneViewTests.Stage(
      """
      {"artboards": [{"name": "Card", "children": [{"type": "bar", "name": "b"}],
        "animations": [{"name": "a", "duration": 60, "loop": "loop", "tracks": [
          {"target": "b", "property": "value", "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 60}]}]}],
        "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [{"name": "s", "animation": "a"}],
          "transitions": [{"from": "entry", "to": "s"}]}]}]}]}
      """)
    for view in [stage.view, try #require(stage.view.superview)] as [View] {
      _ = stage.lines
      stage.scheduler.advance(by: .seconds(1))
      #expect(!stage.scheduler.isIdle)
      view.isHidden = true
      stage.scheduler.advance(by: .seconds(1))
      #expect(stage.scheduler.isIdle)
      view.isHidden = false
      _ = stage.lines
      stage.scheduler.advance(by: .seconds(1))
      #expect(!stage.scheduler.isIdle)
    }
  }
}
