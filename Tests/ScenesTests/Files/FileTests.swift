import FoundationEssentials
import TestSupport
import Testing

@testable import Scenes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FileTests {
  @Test func `a file is read from a path`() async throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/people.json"
    try SceneFixtures.people.write(toFile: path)
    let file = try await File(source: .path(path))
    let person = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
    person.setValue(of: StringProperty(path: "employer/name"), to: "Analytical Engines")
    let employer = try person.value(of: StringProperty(path: "employer/name"))
    #expect(employer == "Analytical Engines")
  }

  @Test func `a missing file is reported`() async {
    await #expect(throws: FileError.missingFile("/none/card.json: No such file or directory")) {
      try await File(source: .path("/none/card.json"))
    }
  }

  @Test func `descriptors describe each property in order`() throws {
    let file = try SceneFixtures.file()
    #expect(file.getViewModelNames() == ["Company", "Person", "Node"])
    let properties = try file.getProperties(of: "Person")
    #expect(
      properties.map { "\($0.name):\($0.type.rawValue):\($0.metaData)" } == [
        "name:string:", "age:number:", "known:boolean:", "tint:color:", "status:enum:Status", "poke:trigger:",
        "portrait:assetImage:", "card:artboard:", "employer:viewModel:Company", "former:viewModel:Company",
        "friends:list:", "position:symbolListIndex:",
      ])
  }

  @Test func `a property has a use, and a name for people`() throws {
    let text = """
      {"viewModels": [{"name": "V", "properties": [
        {"name": "a", "type": "number", "use": "input", "displayName": "Amount"}, {"name": "b", "type": "string"}]}]}
      """
    let properties = try SceneFixtures.file(text).getProperties(of: "V")
    #expect(properties.map(\.use) == [.input, nil])
    #expect(properties.map(\.displayName) == ["Amount", "b"])
    #expect(SceneFixtures.problem(of: text.replacing("input", with: "inptu")).hasSuffix("; did you mean “input”?"))
  }

  @Test func `enums list their values`() throws {
    let enums = try SceneFixtures.file().getViewModelEnums()
    #expect(enums.map(\.name) == ["Status"])
    #expect(enums.map(\.values) == [["active", "away", "gone"]])
  }

  @Test func `an enum has a text for each key`() throws {
    let text = """
      {"enums": [{"name": "E", "values": ["here", {"key": "away", "value": "Not here"}]}]}
      """
    let file = try SceneFixtures.file(text)
    #expect(file.getViewModelEnums().map(\.values) == [["here", "away"]])
    #expect(file.content.enums[0].texts == ["here", "Not here"])
    #expect(
      SceneFixtures.problem(of: text.replacing("here\", {", with: "away\", {"))
        == "card.json:1:45: enums/E/values/1: “away” occurs twice")
    let wrong = SceneFixtures.problem(of: text.replacing("value\": \"N", with: "text\": \"N"))
    #expect(wrong.contains("unknown name “text”"))
  }

  @Test func `instance names of an unknown view model throw`() throws {
    let file = try SceneFixtures.file()
    #expect(try file.getInstanceNames(of: "Person") == ["Ada", "Charles"])
    #expect(throws: FileError.self) { try file.getInstanceNames(of: "People") }
    #expect(throws: FileError.self) { try file.getProperties(of: "People") }
  }

  @Test func `what a file does not have is one sentence`() throws {
    let file = try SceneFixtures.file(#"{"viewModels": [{"name": "V"}], "artboards": [{"name": "A"}]}"#)
    let artboard = try file.createArtboard()
    #expect(throws: FileError.invalidArtboard("artboard \"B\" not found.")) { try file.createArtboard("B") }
    #expect(
      throws: ArtboardError.invalidStateMachine(
        "Could not create state machine with name \"m\" because it was not found.")
    ) { try artboard.createStateMachine("m") }
    #expect(
      throws: FileError.invalidFile("Invalid view model name W when getting list of view model properties")
    ) { try file.getProperties(of: "W") }
    #expect(throws: FileError.invalidViewModel("Invalid view model name W when getting list of instance names")) {
      try file.getInstanceNames(of: "W")
    }
    #expect(
      throws: ArtboardError.invalidViewModel(
        "Could not find default view model for artboard when getting default view model info")
    ) { try file.getDefaultViewModelInfo(for: artboard) }
    for (source, message) in [
      (ViewModelInstanceSource.blank(from: .name("W")), "View model W not found"),
      (.name("I", from: .name("V")), "Could not create view model instance named I of view model V"),
      (.index(0, from: .name("V")), "View model V has no instance at index 0"),
      (.viewModelDefault(from: .artboardDefault(artboard)), "No view model found for artboard A"),
    ] {
      #expect(throws: FileError.invalidViewModelInstance(message)) { try file.createViewModelInstance(from: source) }
    }
  }

  @Test(arguments: [
    (
      #"{"viewModels": [{"name": "A", "properties": [{"name": "b", "type": "strng"}]}]}"#,
      "card.json:1:68: viewModels/A/properties/b/type: unknown type “strng”; did you mean “string”?"
    ),
    (#"{"viewModel": []}"#, "card.json:1:2: unknown name “viewModel”; did you mean “viewModels”?"),
    (#"{"images": null}"#, "card.json:1:12: images: expected a value, found null"),
    (
      #"{"viewModels": [{"name": "A"}, {"name": "A"}]}"#,
      "card.json:1:41: viewModels/1/name: there is already one with the name “A”"
    ),
    ("{\n \"enums\": [{\"name\": \"E\"}]}", "card.json:2:12: enums/E: “values” is missing"),
    (
      #"{"viewModels": [{"name": "A", "properties": [{"name": "a", "type": "number"}],"#
        + #" "instances": [{"name": "I", "values": {"a": "1"}}]}]}"#,
      "card.json:1:124: viewModels/A/instances/I/values/a: expected a number, found text"
    ),
    (
      #"{"viewModels": [{"name": "A", "properties": [{"name": "a", "type": "number"}],"#
        + #" "instances": [{"name": "I", "values": {"aa": 1}}]}]}"#,
      "card.json:1:119: viewModels/A/instances/I/values: unknown name “aa”; did you mean “a”?"
    ),
  ])
  func `a mistake is one sentence with its place`(text: String, message: String) {
    #expect(SceneFixtures.problem(of: text) == message)
  }

  @Test(arguments: [
    ("{}", "card.json:1:1: “artboards” is missing"), ("\n []", "card.json:2:2: expected an object, found a list"),
    (#"{"artboards": []}"#, "card.json:1:15: artboards: the file has no artboard"),
    (
      #"{"artboards": [{"name": "A"}, {"name": "B", "viewModel": "V"}], "viewModels": [{"name": "V"}]}"#,
      "card.json:1:16: artboards/A: the first artboard has no “viewModel”"
    ),
  ])
  func `what a program requires is checked, with its place`(text: String, message: String) async {
    let source = FileSource.resource("card.json", text: text)
    await #expect(throws: FileError.invalidFile(message)) { try await File(source: source, requiring: .viewModel) }
    #expect(throws: FileError.invalidFile(message)) { try File(reading: source, requiring: .viewModel) }
  }

  @Test(arguments: [(1_048_576, "valid"), (1_048_577, "card.json:1:1: the file is larger than 1 MB")])
  func `a file has at most 1 MB`(size: Int, result: String) {
    #expect(SceneFixtures.problem(of: "{" + String(repeating: " ", count: size - 2) + "}") == result)
  }

  @Test func `a file with an artboard needs no view model to be drawn`() throws {
    let source = FileSource.resource("card.json", text: #"{"artboards": [{"name": "A"}]}"#)
    #expect(try File(reading: source, requiring: .artboard).getArtboardNames() == ["A"])
    #expect(throws: FileError.self) { try File(reading: .resource("card.json", text: "{}"), requiring: .artboard) }
    #expect(try File(reading: .resource("card.json", text: "{}")).getArtboardNames() == [])
  }

  @Test func `a worker without a decoder refuses images`() async {
    await #expect(throws: ImageError.self) { try await Worker().decodeImage(from: [1, 2, 3]) }
  }

  @Test func `a worker decodes with its decoder`() async throws {
    let worker = Worker { bytes in
      guard let image = Image(width: bytes.count, height: 1, pixels: bytes.map { UInt32($0) }) else {
        throw ImageError.failedDecoding("empty")
      }
      return image
    }
    #expect(try await worker.decodeImage(from: [1, 2]).pixels == [1, 2])
  }
}

extension String {
  fileprivate func write(toFile path: String) throws {
    try write(toFile: path, atomically: true, encoding: .utf8)
  }
}
