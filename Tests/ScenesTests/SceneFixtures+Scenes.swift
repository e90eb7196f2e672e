@testable import Scenes

extension SceneFixtures {
  /// A file with one view model of many types and one artboard with these components.
  static func text(
    children: String, converters: String = "[]", more: String = "", artboards: String = ""
  ) -> String {
    """
    {
      "enums": [{"name": "Side", "values": ["start", "center", {"key": "end", "value": "End"}]}],
      "images": [{"name": "dot", "width": 1, "pixels": ["none"]}],
      "converters": \(converters),
      "viewModels": [
        {"name": "Side", "properties": []},
        {"name": "Inner", "properties": [
          {"name": "title", "type": "string", "use": "both", "displayName": "Title"},
          {"name": "amount", "type": "number"}]},
        {"name": "Main", "properties": [
          {"name": "title", "type": "string"}, {"name": "other", "type": "string"},
          {"name": "amount", "type": "number"}, {"name": "second", "type": "number"},
          {"name": "flag", "type": "boolean"}, {"name": "tint", "type": "color"},
          {"name": "side", "type": "enum", "enum": "Side"}, {"name": "go", "type": "trigger"},
          {"name": "inner", "type": "viewModel", "viewModel": "Inner"},
          {"name": "items", "type": "list"}, {"name": "position", "type": "index"},
          {"name": "part", "type": "artboard"}, {"name": "picture", "type": "image"}],
          "instances": [{"name": "First", "values": {"title": "Hello", "amount": 3, "inner": {"title": "Inside"}}}]}
      ],
      "artboards": [
        {"name": "Main", "viewModel": "Main", "children": \(children)\(more)}\(artboards)
      ]
    }
    """
  }

  @MainActor
  static func scene(
    children: String, converters: String = "[]", more: String = "", artboards: String = ""
  ) throws -> Scene {
    try Scene(
      file: file(text(children: children, converters: converters, more: more, artboards: artboards)))
  }
}

extension SceneFixtures {
  /// A component of a file without view models, bound to an instance of another file.
  @MainActor
  static func foreignElement(_ component: String, in scene: Scene) throws -> (machine: StateMachine, element: Element) {
    let file = try file(#"{"artboards": [{"name": "A", "children": [{\#(component)}]}]}"#)
    let machine = try file.createArtboard().createStateMachine()
    machine.bindViewModelInstance(try scene.instance)
    return (machine, machine.artboard.tree.elements[1])
  }
}

extension Scene {
  /// The component with a name; the root when there is none.
  func element(_ name: String) -> Element {
    let index = artboard.definition.elements.index(of: name) ?? 0
    return artboard.tree.elements[index]
  }

  var instance: ViewModelInstance {
    get throws {
      guard let viewModelInstance else { throw ViewModelInstanceError.missingData("not bound") }
      return viewModelInstance
    }
  }
}
