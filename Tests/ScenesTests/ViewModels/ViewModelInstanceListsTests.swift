import Algorithms
import Reactive
import Scenes
import Testing

@MainActor
@Suite struct ViewModelInstanceListsTests {
  let list = ListProperty(path: "friends")

  private func items(of instance: ViewModelInstance) throws -> [ViewModelInstance] {
    try (0..<instance.size(of: list)).map { try instance.value(of: list, at: $0) }
  }

  private func person(_ file: File) throws -> ViewModelInstance {
    try file.createViewModelInstance(from: .blank(from: .name("Person")))
  }

  @Test func `indices outside a list are ignored, negative ones append`() throws {
    let file = try SceneFixtures.file()
    let (root, a, b, c) = (try person(file), try person(file), try person(file), try person(file))
    root.insertInstance(a, to: list, at: 0)
    root.insertInstance(b, to: list, at: -1)
    root.insertInstance(c, to: list, at: 3)
    #expect(try items(of: root) == [a, b])
    root.insertInstance(c, to: list, at: 2)
    root.removeInstance(at: 3, from: list)
    root.removeInstance(at: -1, from: list)
    root.swapInstance(atIndex: 0, withIndex: 3, in: list)
    root.swapInstance(atIndex: -1, withIndex: 0, in: list)
    #expect(try items(of: root) == [a, b, c])
    root.swapInstance(atIndex: 2, withIndex: 0, in: list)
    #expect(try items(of: root) == [c, b, a])
    #expect(throws: ViewModelInstanceError.self) { try root.value(of: list, at: 3) }
    #expect(throws: ViewModelInstanceError.self) { try root.value(of: list, at: -1) }
    #expect(throws: ViewModelInstanceError.self) { try root.size(of: ListProperty(path: "name")) }
  }

  @Test func `a swap exchanges two items of the list only`() throws {
    let file = try SceneFixtures.file()
    let (root, a, b, c) = (try person(file), try person(file), try person(file), try person(file))
    for item in [a, b, c] { root.appendInstance(item, to: list) }
    for (first, second, expected) in [
      (0, 2, [c, b, a]), (1, 0, [b, c, a]), (1, 1, [b, c, a]), (0, 3, [b, c, a]), (-1, 0, [b, c, a]),
    ] {
      root.swapInstance(atIndex: first, withIndex: second, in: list)
      #expect(try items(of: root) == expected)
    }
  }

  @Test func `an instance may occur several times`() throws {
    let file = try SceneFixtures.file()
    let (root, a) = (try person(file), try person(file))
    for _ in 0..<3 { root.appendInstance(a, to: list) }
    root.removeInstance(at: 1, from: list)
    #expect(try items(of: root) == [a, a])
    a.setValue(of: StringProperty(path: "name"), to: "Ada")
    #expect(try root.value(of: list, at: 0).value(of: StringProperty(path: "name")) == "Ada")
    #expect(try root.value(of: list, at: 1).value(of: StringProperty(path: "name")) == "Ada")
  }

  @Test func `removing an instance removes each occurrence`() throws {
    let file = try SceneFixtures.file()
    let (root, a, b) = (try person(file), try person(file), try person(file))
    for item in [a, b, a, a] { root.appendInstance(item, to: list) }
    root.removeInstance(try person(file), from: list)
    #expect(try root.size(of: list) == 4)
    root.removeInstance(a, from: list)
    #expect(try items(of: root) == [b])
    root.removeAllInstances(from: list)
    #expect(try root.size(of: list) == 0)
  }

  @Test func `a list holds several view models, and live instances`() throws {
    let file = try SceneFixtures.file()
    let root = try person(file)
    let company = try file.createViewModelInstance(from: .blank(from: .name("Company")))
    root.appendInstance(company, to: list)
    root.appendInstance(root, to: list)
    company.setValue(of: StringProperty(path: "name"), to: "Looms")
    #expect(try root.value(of: list, at: 0).value(of: StringProperty(path: "name")) == "Looms")
    root.removeAllInstances(from: list)
  }

  @Test func `a list behaves like an array`() throws {
    let file = try SceneFixtures.file()
    var generator = SeededGenerator(seed: 7)
    let pool = try (0..<6).map { _ in try person(file) }
    let root = try person(file)
    var model: [ViewModelInstance] = []
    for _ in 0..<400 {
      let item = pool[Int.random(in: 0..<6, using: &generator)]
      let index = Int.random(in: -1...model.count + 1, using: &generator)
      let other = Int.random(in: -1...model.count + 1, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        root.appendInstance(item, to: list)
        model.append(item)
      case 1, 2:
        root.insertInstance(item, to: list, at: index)
        if index < 0 { model.append(item) } else if index <= model.count { model.insert(item, at: index) }
      case 3:
        root.removeInstance(at: index, from: list)
        if model.indices.contains(index) { model.remove(at: index) }
      case 4:
        root.swapInstance(atIndex: index, withIndex: other, in: list)
        if model.indices.contains(index), model.indices.contains(other) { model.swapAt(index, other) }
      default:
        if Int.random(in: 0..<8, using: &generator) == 0 {
          root.removeInstance(item, from: list)
          model.removeAll { $0 == item }
        }
      }
      #expect(try items(of: root) == model)
    }
  }

  @Test func `an empty first snapshot empties a list`() throws {
    let file = try SceneFixtures.file()
    let root = try person(file)
    for _ in 0..<2 { root.appendInstance(try person(file), to: list) }
    root.apply(CollectionChange<[ViewModelInstance]>.initial([]), to: list)
    #expect(try root.size(of: list) == 0)
  }

  @Test func `an observable array is applied change by change`() throws {
    let file = try SceneFixtures.file()
    let root = try person(file)
    let pool = try (0..<4).map { _ in try person(file) }
    let rows = MutableObservableArray(Array(pool[..<2]))
    let token = rows.changesetPublisher.sink { root.apply($0, to: self.list) }
    rows.insert(pool[2], at: 1)
    rows.move(from: 0, to: 2)
    rows.append(pool[3])
    rows.remove(at: 0)
    #expect(try items(of: root) == Array(rows.items))
    token.cancel()
  }
}
