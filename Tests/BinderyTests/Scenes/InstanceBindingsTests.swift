import Bindery
import Reactive
import Scenes
import Testing

/// A property and a value outside of the scene stay equal.
@MainActor
@Suite struct InstanceBindingsTests {
  private let scene: Scene
  private let count = NumberProperty(path: "count")

  /// A scene in which a listener sets each new count back to 5.
  init() throws {
    let text = """
      {"viewModels": [
         {"name": "Person", "properties": [{"name": "name", "type": "string"}]},
         {"name": "Main", "properties": [
           {"name": "person", "type": "viewModel", "viewModel": "Person"}, {"name": "count", "type": "number"}],
          "instances": [{"name": "First", "values": {"person": null, "count": 5}}]}],
       "artboards": [{"name": "A", "viewModel": "Main", "stateMachines": [{"name": "m", "listeners": [
         {"on": "viewModelChange", "path": "count", "actions": [{"set": "count", "value": 5}]}]}]}]}
      """
    scene = try Scene(file: File(reading: .resource("scene.json", text: text)))
  }

  private var instance: ViewModelInstance {
    get throws { try #require(scene.viewModelInstance) }
  }

  @Test func `a value follows a property of an instance that is missing at first`() throws {
    let name = CurrentValue<String, Never>("Grace")
    let group = BindingGroup { scene[StringProperty(path: "person/name")] *= name }
    let person = try scene.file.createViewModelInstance(from: .blank(from: .name("Person")))
    person.setValue(of: StringProperty(path: "name"), to: "Ada")
    try instance.setValue(of: ViewModelInstanceProperty(path: "person"), to: person)
    scene.advance(by: 0)
    #expect(name.value == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `a value that the scene sets back is set back outside too`() throws {
    let value = CurrentValue<Double, Never>(5)
    let group = BindingGroup { scene[count] *= value }
    scene.advance(by: 0)
    value.value = 200
    scene.advance(by: 0)
    #expect(try instance.value(of: count) == 5)
    #expect(value.value == 5)
    withExtendedLifetime(group) {}
  }

  @Test func `what a subject sends is not sent back to it`() throws {
    let names = Subject<String, Never>()
    var events: [String] = []
    let log = names.sink { events.append($0) }
    let person = try scene.file.createViewModelInstance(from: .blank(from: .name("Person")))
    try instance.setValue(of: ViewModelInstanceProperty(path: "person"), to: person)
    let group = BindingGroup { scene[StringProperty(path: "person/name")] *= names }
    scene.advance(by: 0)
    names.send("Grace")
    scene.advance(by: 0)
    person.setValue(of: StringProperty(path: "name"), to: "Ada")
    scene.advance(by: 0)
    #expect(events == ["Grace", "Ada"])
    withExtendedLifetime((group, log)) {}
  }

  /// An instance with a trigger, and a listener that sends it again when a key is pressed.
  private func triggerScene() throws -> Scene {
    let text = """
      {"viewModels": [{"name": "Main", "properties": [{"name": "poke", "type": "trigger"}],
          "instances": [{"name": "First", "values": {}}]}],
       "artboards": [{"name": "A", "viewModel": "Main", "stateMachines": [{"name": "m", "listeners": [
         {"on": "key", "key": "x", "actions": [{"fire": "poke"}]}]}]}]}
      """
    return try Scene(file: File(reading: .resource("scene.json", text: text)))
  }

  @Test func `a subject that fires twice in a frame is one event of the scene`() throws {
    let scene = try triggerScene()
    let pokes = Subject<Void, Never>()
    var (sent, fired) = (0, 0)
    let log = pokes.sink { sent += 1 }
    let group = BindingGroup {
      scene[TriggerProperty(path: "poke")] *= pokes
      scene[TriggerProperty(path: "poke")] *= { fired += 1 }
    }
    pokes.send()
    pokes.send()
    scene.advance(by: 0)
    #expect((sent, fired) == (2, 1))
    scene.stateMachine.keyPress("x")
    scene.advance(by: 0)
    scene.advance(by: 0)
    #expect((sent, fired) == (3, 2))
    withExtendedLifetime((group, log)) {}
  }

  @Test func `a subject is not fired by what it sends for the scene`() throws {
    let scene = try triggerScene()
    let pokes = Subject<Void, Never>()
    var fired = 0
    let group = BindingGroup {
      scene[TriggerProperty(path: "poke")] *= pokes
      scene[TriggerProperty(path: "poke")] *= { fired += 1 }
    }
    for _ in 0..<2 {
      scene.stateMachine.keyPress("x")
      for _ in 0..<3 { scene.advance(by: 0) }
    }
    #expect(fired == 2)
    pokes.send()
    for _ in 0..<3 { scene.advance(by: 0) }
    #expect(fired == 3)
    group.clear()
    pokes.send()
    scene.advance(by: 0)
    #expect(fired == 3 && pokes.subscriberCount == 0)
  }

  @Test func `every binding without an instance is reported`() throws {
    let file = try triggerScene().file
    let scene = try Scene(file: file, dataBind: .none)
    var reports: [String] = []
    let log = file.errors.sink { reports.append("\($0)") }
    let pokes = Subject<Void, Never>()
    let group = BindingGroup {
      scene[TriggerProperty(path: "poke")] *= pokes
      scene[ListProperty(path: "rows")] *= MutableObservableArray<ViewModelInstance>([])
      scene[ViewModelInstanceProperty(path: "person")] *= Subject<ViewModelInstance, Never>()
      scene[NumberProperty(path: "count")] *= Just(1)
    }
    pokes.send()
    #expect(reports == ["poke", "rows", "count"].map { "The scene is bound to no instance, and has no \($0)" })
    withExtendedLifetime((log, group)) {}
  }
}
