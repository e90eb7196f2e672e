import Reactive
import Scenes
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ViewModelInstanceTests {
  let name = StringProperty(path: "name")
  let age = NumberProperty(path: "age")

  private func reports(of file: File, _ body: () -> Void) -> [String] {
    var reports: [String] = []
    let token = file.errors.sink { reports.append($0.description) }
    body()
    token.cancel()
    return reports
  }

  @Test func `a blank instance has the default of each type`() throws {
    let blank = try SceneFixtures.file().createViewModelInstance(from: .blank(from: .name("Person")))
    #expect(try blank.value(of: name) == "")
    #expect(try blank.value(of: age) == 0)
    #expect(try blank.value(of: BoolProperty(path: "known")) == false)
    #expect(try blank.value(of: ColorProperty(path: "tint")) == Color(0xFF00_0000))
    #expect(try blank.value(of: EnumProperty(path: "status")) == "active")
    #expect(try blank.value(of: ImageProperty(path: "portrait")) == nil)
    #expect(try blank.size(of: ListProperty(path: "friends")) == 0)
    #expect(try blank.value(of: StringProperty(path: "employer/name")) == "")
    #expect(blank.name() == "")
    #expect(blank.viewModelName() == "Person")
  }

  @Test func `a blank instance of a recursive view model ends`() throws {
    let node = try SceneFixtures.file().createViewModelInstance(from: .blank(from: .name("Node")))
    #expect(try node.value(of: StringProperty(path: "title")) == "")
    #expect(throws: ViewModelInstanceError.self) { try node.value(of: ViewModelInstanceProperty(path: "next")) }
  }

  @Test func `the default instance is the first, else a blank one`() throws {
    let file = try SceneFixtures.file()
    #expect(try file.createViewModelInstance(from: .name("Person")).value(of: name) == "Ada")
    #expect(try file.createViewModelInstance(from: .viewModelDefault(from: .name("Node"))).name() == "")
  }

  @Test func `a named instance is a copy, and an unknown one throws`() throws {
    let file = try SceneFixtures.file()
    let first = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
    first.setValue(of: name, to: "Grace")
    #expect(first.name() == "Ada")
    #expect(try file.createViewModelInstance(from: .index(0, from: .name("Person"))).value(of: name) == "Ada")
    for source in [
      ViewModelInstanceSource.name("Bob", from: .name("Person")), .blank(from: .name("Nothing")),
      .index(2, from: .name("Person")), .index(-1, from: .name("Person")),
    ] {
      #expect(throws: FileError.self) { try file.createViewModelInstance(from: source) }
    }
  }

  @Test func `an instance that is not exported is a part of others only`() throws {
    let file = try SceneFixtures.file(
      """
      {"viewModels": [{"name": "M", "properties": [
           {"name": "name", "type": "string"}, {"name": "next", "type": "viewModel", "viewModel": "M"}],
         "instances": [{"name": "Part", "export": false, "values": {"name": "inside"}},
           {"name": "Whole", "values": {"next": "Part"}}]}]}
      """)
    #expect(try file.getInstanceNames(of: "M") == ["Whole"])
    let instance = try file.createViewModelInstance(from: .name("M"))
    #expect(instance.name() == "Whole")
    #expect(try instance.value(of: StringProperty(path: "next/name")) == "inside")
    #expect(throws: FileError.self) { try file.createViewModelInstance(from: .name("Part", from: .name("M"))) }
  }

  @Test func `an instance without its file has the properties that are left`() throws {
    let charles = try SceneFixtures.file().createViewModelInstance(from: .name("Charles", from: .name("Person")))
    #expect(throws: ViewModelInstanceError.self) { try charles.value(of: StringProperty(path: "employer/name")) }
    #expect(try charles.value(of: StringProperty(path: "name")) == "Charles")
    let ada = try SceneFixtures.ada()
    #expect(try ada.value(of: StringProperty(path: "employer/name")) == "Analytical Engines")
  }

  @Test func `a copy is deep and keeps shared instances shared`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Person"))
    let employer = try ada.value(of: ViewModelInstanceProperty(path: "employer"))
    #expect(try ada.value(of: ViewModelInstanceProperty(path: "former")) == employer)
    let friends = ListProperty(path: "friends")
    #expect(try ada.value(of: friends, at: 0) == ada.value(of: friends, at: 2))
    #expect(try ada.value(of: friends, at: 1) == employer)
    employer.setValue(of: name, to: "Looms")
    #expect(
      try file.createViewModelInstance(from: .name("Person")).value(of: StringProperty(path: "employer/name"))
        == "Analytical Engines")
  }

  @Test func `a value that was set is read back at once`() throws {
    let ada = try SceneFixtures.ada()
    ada.setValue(of: age, to: 37)
    ada.setValue(of: EnumProperty(path: "status"), to: "gone")
    #expect(try ada.value(of: age) == 37)
    #expect(try ada.value(of: EnumProperty(path: "status")) == "gone")
  }

  @Test func `nested paths read and write, missing ones are errors`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Person"))
    let founded = NumberProperty(path: "employer/founded")
    ada.setValue(of: founded, to: 1840)
    #expect(
      try ada.value(of: ViewModelInstanceProperty(path: "employer")).value(of: NumberProperty(path: "founded"))
        == 1840)
    let charles = try file.createViewModelInstance(from: .name("Charles", from: .name("Person")))
    for path in ["employer/name", "", "/", "name/", "/name", "employer/nmae", "name/name", "friends/0"] {
      #expect(throws: ViewModelInstanceError.self) { try charles.value(of: StringProperty(path: path)) }
    }
    #expect(reports(of: file) { charles.setValue(of: founded, to: 1) }.count == 1)
  }

  @Test func `a wrong type is an error, and nothing changes`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Person"))
    #expect(throws: ViewModelInstanceError.self) { try ada.value(of: NumberProperty(path: "name")) }
    let messages = reports(of: file) { ada.setValue(of: NumberProperty(path: "name"), to: 1) }
    #expect(
      messages == [
        "Could not find view model property instance when setting property type number with path name"
      ])
    #expect(try ada.value(of: name) == "Ada")
  }

  @Test func `an enum rejects a key that it does not have`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Person"))
    let messages = reports(of: file) { ada.setValue(of: EnumProperty(path: "status"), to: "asleep") }
    #expect(
      messages == ["“asleep” is not a value of the enum of status; possible values: active, away, gone"])
    #expect(try ada.value(of: EnumProperty(path: "status")) == "away")
  }

  @Test func `a nested instance is replaced by the right view model only`() throws {
    let file = try SceneFixtures.file()
    let ada = try file.createViewModelInstance(from: .name("Person"))
    let employer = ViewModelInstanceProperty(path: "employer")
    let company = try file.createViewModelInstance(from: .blank(from: .name("Company")))
    company.setValue(of: name, to: "Looms")
    ada.setValue(of: employer, to: company)
    #expect(try ada.value(of: StringProperty(path: "employer/name")) == "Looms")
    let node = try file.createViewModelInstance(from: .blank(from: .name("Node")))
    #expect(reports(of: file) { ada.setValue(of: employer, to: node) }.count == 1)
    #expect(try ada.value(of: employer) == company)
  }

  @Test func `two instances share a nested one`() throws {
    let file = try SceneFixtures.file()
    let first = try file.createViewModelInstance(from: .blank(from: .name("Person")))
    let second = try file.createViewModelInstance(from: .blank(from: .name("Person")))
    let company = try file.createViewModelInstance(from: .blank(from: .name("Company")))
    for person in [first, second] { person.setValue(of: ViewModelInstanceProperty(path: "employer"), to: company) }
    first.setValue(of: StringProperty(path: "employer/name"), to: "Looms")
    #expect(try second.value(of: StringProperty(path: "employer/name")) == "Looms")
  }

  @Test func `each call that changes an instance is noted`() async throws {
    let ada = try SceneFixtures.ada()
    var calls = ada.dirtyStream().makeAsyncIterator()
    ada.setValue(of: name, to: "Ada")
    ada.fire(trigger: TriggerProperty(path: "wrong"))
    ada.removeAllInstances(from: ListProperty(path: "friends"))
    for _ in 0..<3 { #expect(await calls.next() != nil) }
  }

  @Test func `a released instance ends its streams`() async throws {
    var ada: ViewModelInstance? = try SceneFixtures.ada()
    let stream = try #require(ada?.valueStream(of: name))
    ada = nil
    for try await value in stream { Issue.record("\(value)") }
  }

  @Test func `a stream of a wrong path or type throws at once`() async throws {
    let ada = try SceneFixtures.ada()
    await #expect(throws: ViewModelInstanceError.self) {
      for try await _ in ada.valueStream(of: StringProperty(path: "nmae")) {}
    }
    await #expect(throws: ViewModelInstanceError.self) {
      for try await _ in ada.stream(of: TriggerProperty(path: "name")) {}
    }
  }
}
