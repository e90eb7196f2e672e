import Scenes
import Testing

/// The code of the documentation pages.
@MainActor
@Suite struct GuideTests {
  @Test func `a scene from nothing`() throws {
    let text = """
      {
        "viewModels": [{"name": "Greeting", "properties": [{"name": "name", "type": "string"}]}],
        "artboards": [{"name": "Hello", "viewModel": "Greeting", "children": [
          {"type": "box", "border": "rounded", "children": [{"type": "text", "text": {"bind": "name"}}]}]}]
      }
      """
    let scene = try Scene(file: File(reading: .resource("hello.json", text: text)))
    scene.viewModelInstance?.setValue(of: StringProperty(path: "name"), to: "Ada")
    scene.resize(to: CellSize(width: 7, height: 3))
    scene.advance(by: 0)
    let picture = scene.rendered().text
    #expect(picture == "╭─────╮\n│Ada  │\n╰─────╯")
  }

  @Test func `properties and paths`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
    let charles = try file.createViewModelInstance(from: .name("Charles", from: .name("Person")))
    let name = StringProperty(path: "name")
    ada.setValue(of: name, to: "Ada Byron")
    let text = try ada.value(of: name)
    ada.fire(trigger: TriggerProperty(path: "poke"))
    #expect(text == "Ada Byron")

    let stream = ada.valueStream(of: name)
    let publisher = ada.publisher(of: name)
    withExtendedLifetime((stream, publisher)) {}

    let friends = ListProperty(path: "friends")
    ada.appendInstance(charles, to: friends)
    ada.insertInstance(charles, to: friends, at: 0)
    ada.swapInstance(atIndex: 0, withIndex: 1, in: friends)
    ada.removeInstance(charles, from: friends)
    #expect(try ada.size(of: friends) == 3)
  }

  @Test func `a state machine`() throws {
    let file = try SceneFixtures.file(SceneFixtures.text(children: #"[{"type": "text", "text": {"bind": "title"}}]"#))
    let artboard = try file.createArtboard()
    let person = try file.createViewModelInstance(from: .viewModelDefault(from: .artboardDefault(artboard)))
    let machine = try artboard.createStateMachine()
    machine.bindViewModelInstance(person)
    let keepsGoing = machine.advance(by: 1.0 / 60)
    #expect(!keepsGoing)
  }
}
