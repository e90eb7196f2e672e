import FoundationEssentials
import Scenes
import TestSupport
import Testing

/// The code and the scene files of the documentation pages.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  private let folder = TemporaryFolder()
  private static let catalogue =
    (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Sources/Scenes/Scenes.docc"

  /// The scene files on a page.
  private static func files(on page: String) throws -> [String] {
    try String(contentsOfFile: "\(catalogue)/\(page).md", encoding: .utf8).matches(of: /```json\n((?s).*?)\n```/)
      .map { String($0.1) }
  }

  /// The path of the scene file on a page, written to a folder.
  private func path(ofFileOn page: String) throws -> String {
    let path = "\(folder.path)/\(page).json"
    try #require(try Self.files(on: page).first).write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test(arguments: ["FromNothing", "PropertiesAndPaths", "StateMachines"])
  func `the file of a page is a scene`(page: String) throws {
    for text in try Self.files(on: page) {
      let scene = try Scene(file: File(reading: .resource("\(page).json", text: text), requiring: .viewModel))
      scene.resize(to: CellSize(width: 20, height: 4))
      scene.advance(by: 0)
      #expect(!scene.rendered().text.isEmpty)
    }
  }

  @Test func `a scene from nothing`() async throws {
    let path = try path(ofFileOn: "FromNothing")
    let file = try await File(source: .path(path))
    let scene = try Scene(file: file)
    scene.viewModelInstance?.setValue(of: StringProperty(path: "name"), to: "Ada")
    scene.resize(to: CellSize(width: 7, height: 3))
    scene.advance(by: 0)
    let picture = scene.rendered().text
    #expect(picture == "╭─────╮\n│Ada  │\n╰─────╯")
    let wrong = try Self.files(on: "FromNothing")[0].replacing("rounded", with: "roundd")
    #expect(
      throws: FileError.invalidFile(
        "hello.json:4:31: artboards/Hello/children/0/border: unknown value “roundd”; did you mean “rounded”?")
    ) { try File(reading: .resource("hello.json", text: wrong)) }
  }

  @Test func `properties and paths`() async throws {
    let path = try path(ofFileOn: "PropertiesAndPaths")
    let file = try await File(source: .path(path))
    let ada = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
    let name = StringProperty(path: "name")
    ada.setValue(of: name, to: "Ada Byron")
    let city = try ada.value(of: StringProperty(path: "employer/city"))
    ada.fire(trigger: TriggerProperty(path: "poke"))
    #expect(try [ada.value(of: name), city] == ["Ada Byron", "London"])

    let stream = ada.valueStream(of: name)
    let publisher = ada.publisher(of: name)
    withExtendedLifetime((stream, publisher)) {}

    let friends = ListProperty(path: "friends")
    let charles = try ada.value(of: friends, at: 0)
    ada.appendInstance(charles, to: friends)
    ada.insertInstance(charles, to: friends, at: 0)
    ada.swapInstance(atIndex: 0, withIndex: 1, in: friends)
    ada.removeInstance(charles, from: friends)
    #expect(try ada.size(of: friends) == 0)
  }

  @Test func `a state machine`() async throws {
    let file = try await File(source: .path(path(ofFileOn: "StateMachines")))
    let artboard = try file.createArtboard()
    let oven = try file.createViewModelInstance(from: .viewModelDefault(from: .artboardDefault(artboard)))
    let machine = try artboard.createStateMachine()
    machine.bindViewModelInstance(oven)
    let keepsGoing = machine.advance(by: 1.0 / 60)
    #expect(keepsGoing && !machine.advance(by: 1) && machine.stateNames == ["rest"])
    oven.setValue(of: NumberProperty(path: "heat"), to: 95)
    #expect(machine.advance(by: 0) && machine.stateNames == ["alarm"])
    oven.fire(trigger: TriggerProperty(path: "cool"))
    machine.advance(by: 0)
    #expect(machine.stateNames == ["rest"])
  }
}
