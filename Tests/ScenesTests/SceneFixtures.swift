import Scenes

/// The scene file that most tests use.
enum SceneFixtures {
  static let people = """
    {
      "enums": [
        {"name": "Status", "values": ["active", "away", "gone"]}
      ],
      "viewModels": [
        {"name": "Company",
          "properties": [
            {"name": "name", "type": "string"},
            {"name": "founded", "type": "number"}
          ],
          "instances": [
            {"name": "Engines", "values": {"name": "Analytical Engines", "founded": 1834}}
          ]},
        {"name": "Person",
          "properties": [
            {"name": "name", "type": "string"},
            {"name": "age", "type": "number"},
            {"name": "known", "type": "boolean"},
            {"name": "tint", "type": "color"},
            {"name": "status", "type": "enum", "enum": "Status"},
            {"name": "poke", "type": "trigger"},
            {"name": "portrait", "type": "image"},
            {"name": "card", "type": "artboard"},
            {"name": "employer", "type": "viewModel", "viewModel": "Company"},
            {"name": "former", "type": "viewModel", "viewModel": "Company"},
            {"name": "friends", "type": "list"},
            {"name": "position", "type": "index"}
          ],
          "instances": [
            {"name": "Ada", "values": {
              "name": "Ada", "age": 36, "known": true, "tint": "#ff8800", "status": "away",
              "employer": "Engines", "former": "Engines",
              "friends": [{"viewModel": "Person", "instance": "Charles"},
                          {"viewModel": "Company", "instance": "Engines"},
                          {"viewModel": "Person", "instance": "Charles"}]}},
            {"name": "Charles", "values": {"name": "Charles", "employer": null}}
          ]},
        {"name": "Node", "properties": [
          {"name": "next", "type": "viewModel", "viewModel": "Node"}, {"name": "title", "type": "string"}]}
      ]
    }
    """

  @MainActor
  static func file(_ text: String = people) throws -> File {
    try File(reading: .resource("people.json", text: text))
  }

  @MainActor
  static func ada() throws -> ViewModelInstance {
    try file().createViewModelInstance(from: .name("Ada", from: .name("Person")))
  }

  /// The message for a file that is not valid.
  @MainActor
  static func problem(of text: String) -> String {
    do {
      _ = try File(reading: .resource("card.json", text: text))
      return "valid"
    } catch {
      return "\(error)"
    }
  }
}
