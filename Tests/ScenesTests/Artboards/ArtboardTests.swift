import Testing

@testable import Scenes

/// Artboards of one file and of several, and the instances that they are bound to.
@MainActor
@Suite struct ArtboardTests {
  private let title = StringProperty(path: "title")
  private static let text = #"[{"type": "text", "name": "t", "text": {"bind": "title"}}]"#

  private func draw(_ scene: Scene) -> [String] {
    scene.resize(to: CellSize(width: 8, height: 1))
    scene.advance(by: 0)
    return scene.rendered().lines
  }

  @Test func `two artboards of one name are independent`() throws {
    let file = try SceneFixtures.file(SceneFixtures.text(children: Self.text))
    let (first, second) = (try Scene(file: file), try Scene(file: file))
    #expect(first.artboard != second.artboard)
    try first.instance.setValue(of: title, to: "Bye")
    #expect(draw(first) == ["Bye"])
    #expect(draw(second) == ["Hello"])
  }

  @Test func `an artboard without a state machine can be bound alone`() throws {
    let file = try SceneFixtures.file(SceneFixtures.text(children: Self.text))
    let artboard = try file.createArtboard("Main")
    let scene = try Scene(file: file, artboard: artboard, dataBind: .none)
    #expect(draw(scene) == [""])
    artboard.bindViewModelInstance(try file.createViewModelInstance(from: .name("Main")))
    #expect(draw(scene) == ["Hello"])
  }

  @Test func `a state machine of the program determines the artboard`() throws {
    let file = try SceneFixtures.file(
      #"{"artboards": [{"name": "A"}, {"name": "B", "stateMachines": [{"name": "m"}, {"name": "n"}],"#
        + #" "defaultStateMachine": "n"}]}"#)
    let artboard = try file.createArtboard("B")
    #expect(try artboard.createStateMachine().name == "n")
    let scene = try Scene(file: file, stateMachine: artboard.createStateMachine("m"))
    #expect(scene.artboard == artboard && scene.stateMachine.name == "m")
  }

  @Test func `an artboard without a view model has no default instance`() throws {
    let file = try SceneFixtures.file(#"{"artboards": [{"name": "A"}]}"#)
    let source = ViewModelSource.artboardDefault(try file.createArtboard())
    for instance in [ViewModelInstanceSource.blank(from: source), .viewModelDefault(from: source)] {
      #expect(throws: FileError.invalidViewModelInstance("No view model found for artboard A")) {
        try file.createViewModelInstance(from: instance)
      }
    }
  }

  @Test func `an artboard of another file is shown, bound to the host`() throws {
    let host = try SceneFixtures.scene(children: #"[{"type": "artboard", "artboard": {"bind": "part"}}]"#)
    let guests = try SceneFixtures.file(
      """
      {"artboards": [{"name": "Guest", "children": [
        {"type": "text", "text": {"bind": "other"}}, {"type": "text", "text": "guest"}], "direction": "horizontal"}]}
      """)
    try host.instance.setValue(of: StringProperty(path: "other"), to: "my ")
    try host.instance.setValue(of: ArtboardProperty(path: "part"), to: guests.createArtboard())
    #expect(draw(host) == ["my guest"])
    try host.instance.setValue(of: StringProperty(path: "other"), to: "a ")
    #expect(draw(host) == ["a guest"])
    try host.instance.setValue(of: ArtboardProperty(path: "part"), to: nil)
    #expect(draw(host) == [""])
  }

  @Test func `instances have images of their own, and none again`() throws {
    let file = try SceneFixtures.file(
      SceneFixtures.text(children: #"[{"type": "image", "image": {"bind": "picture"}}]"#))
    let picture = ImageProperty(path: "picture")
    let (first, second) = (try Scene(file: file), try Scene(file: file))
    let red = try #require(Image(width: 1, height: 2, pixels: [0xFFFF_0000, 0xFFFF_0000]))
    let blue = try #require(Image(width: 1, height: 2, pixels: [0xFF00_00FF, 0xFF00_00FF]))
    try first.instance.setValue(of: picture, to: red)
    try second.instance.setValue(of: picture, to: blue)
    func color(_ scene: Scene) -> Color {
      _ = draw(scene)
      return scene.rendered().style(x: 0, y: 0).foreground
    }
    #expect(color(first) == Color(0xFFFF_0000) && color(second) == Color(0xFF00_00FF))
    try first.instance.setValue(of: picture, to: nil)
    #expect(draw(first) == [""])
    #expect(try first.instance.value(of: picture) == nil && second.instance.value(of: picture) == blue)
  }

  @Test func `a released state machine leaves an artboard that another one can move`() throws {
    let file = try SceneFixtures.file(SceneFixtures.text(children: Self.text))
    let artboard = try file.createArtboard()
    let instance = try file.createViewModelInstance(from: .name("Main"))
    weak var former: StateMachine?
    do {
      let machine = try artboard.createStateMachine()
      machine.bindViewModelInstance(instance)
      machine.advance(by: 0)
      former = machine
    }
    #expect(former == nil)
    instance.setValue(of: title, to: "Bye")
    let scene = try Scene(file: file, artboard: artboard, dataBind: .instance(instance))
    #expect(draw(scene) == ["Bye"])
  }

  @Test func `what binds write is applied in the order of the frame`() throws {
    // A bind to the source is written before one to a target reads it, even if the file declares it later.
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "bar", "name": "shown", "value": {"bind": "amount"}},
         {"type": "bar", "name": "source", "value": {"bind": "amount", "mode": "toSource"}}]
        """)
    scene.advance(by: 0)
    scene.element("source").set(.number(7), at: .value)
    #expect(!scene.advance(by: 0))
    #expect(scene.element("shown").number(.value) == 7)
  }
}
