import Bindery
import Reactive
import Scenes
import TUIKit
import TUITesting
import Testing
import Time

@MainActor
@Suite struct SceneViewTests {
  static let text = """
    {"viewModels": [
       {"name": "Person", "properties": [
          {"name": "name", "type": "string"}, {"name": "age", "type": "number"},
          {"name": "poke", "type": "trigger"}, {"name": "friends", "type": "list"}],
        "instances": [{"name": "Ada", "values": {"name": "Ada"}}]}],
     "converters": [{"name": "slow", "type": "interpolate", "duration": 1000},
        {"name": "whole", "type": "toString", "decimals": 0}],
     "artboards": [{"name": "Card", "viewModel": "Person", "children": [
        {"type": "text", "name": "title", "color": "accent", "text": {"bind": "name"}, "focusable": true},
        {"type": "text", "name": "age", "text": {"bind": "age", "converter": ["slow", "whole"]}}],
      "stateMachines": [{"name": "m", "listeners": [
        {"on": "click", "target": "title", "actions": [{"set": "name", "value": "clicked"}]},
        {"on": "pointerMove", "target": "title", "actions": [{"set": "name", "value": "moved"}]},
        {"on": "key", "key": "up", "actions": [{"set": "name", "value": "above"}]},
        {"on": "key", "key": "ctrl-pageDown", "actions": [{"set": "name", "value": "below"}]},
        {"on": "key", "key": "x", "actions": [{"set": "name", "value": "typed"}, {"fire": "poke"}]}]}]}]}
    """

  /// A scene in a window.
  @MainActor
  final class Stage {
    let scheduler = ManualScheduler()
    let window: Window
    let view: SceneView
    let scene: Scene
    let surface = Surface(size: Size(width: 12, height: 3))

    init(_ text: String = SceneViewTests.text) throws {
      scene = try Scene(file: File(reading: .resource("card.json", text: text)))
      view = SceneView(scene)
      let clock = FrameClock(scheduler: scheduler)
      window = Window(size: Size(width: 12, height: 3), frameClock: clock)
      let controller = ViewController()
      controller.view.addSubview(view)
      window.rootViewController = controller
      view.frame = Rect(x: 0, y: 0, width: 12, height: 3)
    }

    /// The lines that the view draws.
    var lines: [String] {
      view.layoutIfNeeded()
      Canvas(surface).fill(style: Style())
      view.drawTree(in: Canvas(surface))
      return (0..<3).map { surface.line($0) }
    }

    var instance: ViewModelInstance {
      get throws { try #require(scene.viewModelInstance) }
    }
  }

  @Test func `a scene is drawn in the theme of the window`() throws {
    let stage = try Stage()
    #expect(stage.lines == ["Ada", "0", ""])
    #expect(stage.surface.style(at: Point(x: 0, y: 0)).foreground == .accent)
    #expect(stage.surface.style(at: Point(x: 0, y: 1)).foreground == .text)
  }

  @Test func `on the selection only the accent keeps its colour`() throws {
    let colors = ["accent", "danger", "text"]
    let texts = colors.map { #"{"type": "text", "text": "x", "color": "\#($0)", "background": "selection"}"# }
    let stage = try Stage(
      #"{"artboards": [{"name": "Card", "children": [\#(texts.joined(separator: ", "))]}]}"#)
    #expect(stage.lines == ["x", "x", "x"])
    let styles = (0..<3).map { stage.surface.style(at: Point(x: 0, y: $0)) }
    #expect(styles.map(\.foreground) == [.accent, .selectionText, .selectionText])
    #expect(styles.allSatisfy { $0.background == .selection })
  }

  @Test func `a changed value is drawn, and nothing is scheduled at rest`() throws {
    let stage = try Stage()
    _ = stage.lines
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.scheduler.isIdle)
    try stage.instance.setValue(of: StringProperty(path: "name"), to: "Grace")
    #expect(!stage.scheduler.isIdle)
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "Grace")
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.scheduler.isIdle)
  }

  @Test func `a view that lets go of a scene leaves it to another`() throws {
    let stage = try Stage()
    _ = stage.lines
    let other = SceneView()
    stage.view.superview?.addSubview(other)
    other.scene = stage.scene
    stage.view.scene = nil
    stage.scheduler.advance(by: .seconds(1))
    try stage.instance.setValue(of: NumberProperty(path: "age"), to: 100)
    #expect(!stage.scheduler.isIdle)
  }

  @Test func `an interpolated value moves with the clock`() throws {
    let stage = try Stage()
    _ = stage.lines
    try stage.instance.setValue(of: NumberProperty(path: "age"), to: 100)
    stage.scheduler.advance(by: .milliseconds(500))
    let half = try #require(Int(stage.lines[1]))
    #expect(half > 30 && half < 70)
    stage.scheduler.advance(by: .seconds(2))
    #expect(stage.lines[1] == "100")
    #expect(stage.scheduler.isIdle)
  }

  @Test func `a value that changes after a frame is drawn in the next one`() throws {
    let stage = try Stage()
    for name in ["Grace", "Hedy", "Radia"] {
      try stage.instance.setValue(of: StringProperty(path: "name"), to: name)
      stage.scheduler.advance(by: .seconds(1))
      #expect(stage.window.draw(into: stage.surface))
      #expect(stage.surface.line(0) == name)
    }
  }

  @Test func `without motion a value is at its end at once`() throws {
    let stage = try Stage()
    stage.window.frameClock.isMotionEnabled = false
    _ = stage.lines
    try stage.instance.setValue(of: NumberProperty(path: "age"), to: 100)
    stage.scheduler.advance(by: .milliseconds(50))
    #expect(stage.lines[1] == "100")
  }

  @Test func `the wheel scrolls what is under the pointer`() throws {
    let lines = ["one", "two", "three"].map { "{\"type\": \"text\", \"text\": \"\($0)\"}" }.joined(separator: ", ")
    let stage = try Stage(
      """
      {"artboards": [{"name": "Card", "stateMachines": [{"name": "m"}], "children": [
        {"type": "text", "text": "title"},
        {"type": "scroll", "height": 1, "children": [{"type": "stack", "children": [\(lines)]}]}]}]}
      """)
    #expect(stage.lines == ["title", "one", ""])
    func turn(_ action: MouseEvent.Action, at place: Point) -> Bool {
      defer { stage.scheduler.advance(by: .seconds(1)) }
      return stage.view.mouseEvent(MouseEvent(action, at: place))
    }
    #expect(turn(.scrollDown, at: Point(x: 2, y: 1)))
    #expect(stage.lines[1] == "two")
    #expect(!turn(.scrollDown, at: Point(x: 2, y: 0)))
    #expect(turn(.scrollUp, at: Point(x: 2, y: 1)))
    #expect(stage.lines == ["title", "one", ""])
  }

  @Test func `keys and clicks reach the listeners`() throws {
    let stage = try Stage()
    _ = stage.lines
    #expect(stage.view.mouseEvent(MouseEvent(.press, at: Point(x: 1, y: 0))))
    #expect(stage.view.mouseEvent(MouseEvent(.release, at: Point(x: 1, y: 0))))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "clicked")
    _ = stage.view.mouseEvent(MouseEvent(.drag, at: Point(x: 0, y: 1)))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "clicked")
    #expect(stage.view.mouseEvent(MouseEvent(.drag, at: Point(x: 1, y: 0))))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "moved")
    #expect(stage.view.canBecomeFirstResponder)
    #expect(stage.view.keyPressed(KeyEvent(.character("x"))))
    #expect(!stage.view.keyPressed(KeyEvent(.character("y"))))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "typed")
  }

  @Test func `a key that no listener takes is left to others`() throws {
    let stage = try Stage()
    #expect(stage.view.keyPressed(KeyEvent(.up)))
    #expect(!stage.view.keyPressed(KeyEvent(.down)))
    #expect(!stage.view.keyPressed(KeyEvent(.character("y"), .alt)))
    #expect(!stage.view.pasted("text"))
  }

  @Test func `only a character without modifiers is text`() throws {
    let text = """
      {"viewModels": [{"name": "Note", "properties": [{"name": "text", "type": "string"}],
          "instances": [{"name": "First", "values": {"text": ""}}]}],
       "artboards": [{"name": "Card", "viewModel": "Note", "stateMachines": [{"name": "m", "listeners": [
          {"on": "text", "actions": [{"set": "text", "value": "typed"}]}]}]}]}
      """
    let view = SceneView(try Scene(file: File(reading: .resource("note.json", text: text))))
    #expect(view.keyPressed(KeyEvent(.character("y"))))
    #expect(!view.keyPressed(KeyEvent(.character("y"), .alt)))
    #expect(!view.keyPressed(KeyEvent(.up)))
    #expect(view.pasted("word"))
  }

  @Test func `a view without a scene has no size and takes no input`() {
    let view = SceneView(nil)
    #expect(view.sizeThatFits(Size(width: 9, height: 9)) == .zero)
    #expect(!view.canBecomeFirstResponder)
    #expect(!view.keyPressed(KeyEvent(.up)) && !view.pasted("text"))
  }

  @Test func `a scene fits into the offered size`() throws {
    let stage = try Stage()
    #expect(stage.view.sizeThatFits(Size(width: 40, height: 10)) == Size(width: 3, height: 2))
    #expect(stage.view.sizeThatFits(Size(width: 2, height: 1)) == Size(width: 2, height: 1))
  }

  @Test func `keys without a character have the names of the file format`() throws {
    let stage = try Stage()
    _ = stage.lines
    for (event, text) in [(KeyEvent(.up), "above"), (KeyEvent(.pageDown, .control), "below")] {
      #expect(stage.view.keyPressed(event))
      stage.scheduler.advance(by: .seconds(1))
      #expect(stage.lines[0] == text)
    }
    #expect(!stage.view.keyPressed(KeyEvent(.down)))
  }

  @Test func `a property and a value are two ends of one binding`() throws {
    let stage = try Stage()
    let name = CurrentValue<String, Never>("Grace")
    let group = BindingGroup { try? stage.instance[StringProperty(path: "name")] *= name }
    #expect(stage.lines[0] == "Grace")
    name.value = "Hedy"
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.lines[0] == "Hedy")
    _ = stage.view.keyPressed(KeyEvent(.character("x")))
    stage.scheduler.advance(by: .seconds(1))
    #expect(name.value == "typed")
    group.clear()
    name.value = "late"
    #expect(try stage.instance.value(of: StringProperty(path: "name")) == "typed")
  }

  @Test func `a scene has the properties of its instance`() throws {
    let stage = try Stage()
    let name = CurrentValue<String, Never>("Grace")
    let rows = MutableObservableArray([try stage.instance])
    var pokes = 0
    let group = BindingGroup {
      stage.scene[StringProperty(path: "name")] *= name
      stage.scene[TriggerProperty(path: "poke")] *= { pokes += 1 }
      stage.scene[ListProperty(path: "friends")] *= rows
    }
    _ = stage.lines
    _ = stage.view.keyPressed(KeyEvent(.character("x")))
    stage.scheduler.advance(by: .seconds(1))
    #expect(name.value == "typed")
    #expect(pokes == 1)
    #expect(try stage.instance.size(of: ListProperty(path: "friends")) == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `a binding of a scene without an instance is reported`() throws {
    let file = try File(reading: .resource("card.json", text: Self.text))
    let scene = try Scene(file: file, dataBind: .none)
    var reports: [String] = []
    let log = file.errors.sink { reports.append("\($0)") }
    let group = BindingGroup {
      scene[StringProperty(path: "name")] *= CurrentValue<String, Never>("Grace")
      scene[TriggerProperty(path: "poke")] *= {}
    }
    #expect(
      reports == ["poke", "name"].map { "The scene is bound to no instance, and has no \($0)" }
        || reports == ["name", "poke"].map { "The scene is bound to no instance, and has no \($0)" })
    withExtendedLifetime((log, group)) {}
  }

  @Test func `a nested instance follows a value and is followed`() throws {
    let file = try File(
      reading: .resource(
        "nested.json",
        text: """
          {"viewModels": [{"name": "Inner", "properties": []},
             {"name": "Main", "properties": [{"name": "inner", "type": "viewModel", "viewModel": "Inner"}]}],
           "artboards": [{"name": "A", "viewModel": "Main"}]}
          """))
    let scene = try Scene(file: file)
    let new = { try file.createViewModelInstance(from: .blank(from: .name("Inner"))) }
    let (first, second) = (try new(), try new())
    let value = CurrentValue<ViewModelInstance, Never>(first)
    let inner = ViewModelInstanceProperty(path: "inner")
    let group = BindingGroup { scene[inner] *= value }
    scene.advance(by: 0)
    #expect(try scene.viewModelInstance?.value(of: inner) == first)
    scene.viewModelInstance?.setValue(of: inner, to: second)
    scene.advance(by: 0)
    #expect(value.value == second)
    withExtendedLifetime(group) {}
  }

  @Test func `a fixed colour is drawn beside a role, with attributes`() throws {
    let file = try File(
      reading: .resource(
        "colors.json",
        text: """
          {"artboards": [{"name": "A", "children": [
             {"type": "text", "text": "a", "color": "#ff0000", "bold": true},
             {"type": "text", "text": "b", "color": "#ff0000", "background": "chip"},
             {"type": "text", "text": "c", "color": "accent", "background": "#0000ff", "underline": true},
             {"type": "text", "text": "d", "color": "#7f00ff00"},
             {"type": "text", "text": "e", "color": "#8000ff00"}]}]}
          """))
    let view = SceneView(try Scene(file: file))
    let window = Window(size: Size(width: 1, height: 5), frameClock: FrameClock(scheduler: ManualScheduler()))
    view.frame = window.contentView.bounds
    window.contentView.addSubview(view)
    let surface = Surface(size: Size(width: 1, height: 5))
    window.draw(into: surface)
    let looks = (0..<5).map { Rendition(surface.style(at: Point(x: 0, y: $0))).description }
    #expect(looks == ["bold #ff0000", "#ff0000 on chip", "underline accent on #0000ff", "plain", "#00ff00"])
  }

  @Test func `a subject fires a trigger and reports it`() throws {
    let stage = try Stage()
    let pokes = Subject<Void, Never>()
    var (seen, events, actions) = (0, 0, 0)
    let log = pokes.sink { seen += 1 }
    let instance = try stage.instance
    let trigger = instance.publisher(of: TriggerProperty(path: "poke"))
      .sink(receiveCompletion: { _ in }, receiveValue: { events += 1 })
    let group = BindingGroup {
      instance[TriggerProperty(path: "poke")] *= pokes
      instance[TriggerProperty(path: "poke")] *= { actions += 1 }
    }
    _ = stage.lines
    pokes.send()
    stage.scheduler.advance(by: .seconds(1))
    #expect((seen, events, actions) == (1, 1, 1))
    _ = stage.view.keyPressed(KeyEvent(.character("x")))
    stage.scheduler.advance(by: .seconds(1))
    #expect((seen, events, actions) == (2, 2, 2))
    pokes.send()
    stage.scheduler.advance(by: .seconds(1))
    #expect((seen, events, actions) == (3, 3, 3))
    withExtendedLifetime((group, log, trigger)) {}
  }

  @Test func `a list follows an observable array by changesets`() throws {
    let stage = try Stage()
    let instance = try stage.instance
    let friends = ListProperty(path: "friends")
    let make = { try stage.scene.file.createViewModelInstance(from: .blank(from: .name("Person"))) }
    let rows = MutableObservableArray([try make(), try make()])
    var changes: [Changeset?] = []
    let log = instance.publisher(of: friends).sink(
      receiveCompletion: { _ in }, receiveValue: { changes.append($0.changeset) })
    let group = BindingGroup { instance[friends] *= rows }
    stage.scene.advance(by: 0)
    rows.insert(try make(), at: 1)
    stage.scene.advance(by: 0)
    #expect(changes.last == Changeset(insertions: [1]))
    #expect(try instance.size(of: friends) == 3)
    withExtendedLifetime((group, log)) {}
  }

  @Test func `the guide's bindings connect a view model and a scene`() throws {
    let stage = try Stage()
    let instance = try stage.instance
    let (name, pokes, friends) = (
      CurrentValue<String, Never>("Grace"), Subject<Void, Never>(), ListProperty(path: "friends")
    )
    let rows = MutableObservableArray<ViewModelInstance>([])
    let group = BindingGroup {
      instance[StringProperty(path: "name")] *= name
      instance[TriggerProperty(path: "poke")] *= pokes
      instance[friends] *= rows
    }
    #expect(try instance.value(of: StringProperty(path: "name")) == "Grace")
    withExtendedLifetime(group) {}
  }

  @Test func `a released view leaves nothing`() throws {
    weak var scene: Scene?
    weak var view: SceneView?
    do {
      let stage = try Stage()
      _ = stage.lines
      (scene, view) = (stage.scene, stage.view)
    }
    #expect(view == nil)
    #expect(scene == nil)
  }
}
