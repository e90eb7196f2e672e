import Reactive
import Testing

@testable import Scenes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PropertySubscriptionTests {
  private let title = StringProperty(path: "title")
  private let go = TriggerProperty(path: "go")

  private func scene() throws -> Scene {
    let scene = try SceneFixtures.scene(children: "[]")
    scene.advance(by: 0)
    return scene
  }

  /// Collects what a publisher sends.
  private final class Collector<Value> {
    var values: [Value] = []
    var failure: ViewModelInstanceError?
    private(set) var token: AnyCancellable?

    init(_ publisher: AnyPublisher<Value, ViewModelInstanceError>) {
      token = publisher.sink(
        receiveCompletion: { [unowned self] in if case .failure(let error) = $0 { failure = error } },
        receiveValue: { [unowned self] in values.append($0) })
    }

    func cancel() { token?.cancel() }
  }

  @Test func `a number that is not one is published once`() throws {
    let scene = try scene()
    let amount = NumberProperty(path: "amount")
    let collected = Collector(try scene.instance.publisher(of: amount))
    for _ in 0..<2 {
      try scene.instance.setValue(of: amount, to: .nan)
      scene.advance(by: 0)
    }
    #expect(collected.values.count == 2)
  }

  @Test func `a subscription that has ended already receives nothing`() throws {
    let instance = try scene().instance
    var log: [String] = []
    let token = AnyCancellable()
    token.cancel()
    instance.publisher(of: title).attach(Observer { _ in log.append("title") }, to: token)
    instance.publisher(of: StringProperty(path: "nothing")).attach(Observer { _ in log.append("nothing") }, to: token)
    instance.publisher(of: ListProperty(path: "nothing")).attach(Observer { _ in log.append("list") }, to: token)
    #expect(log == [])
  }

  @Test func `one event for each advance has the latest value`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let collected = Collector(instance.publisher(of: title))
    #expect(collected.values == ["Hello"])
    instance.setValue(of: title, to: "A")
    instance.setValue(of: title, to: "B")
    #expect(collected.values == ["Hello"])
    scene.advance(by: 0)
    #expect(collected.values == ["Hello", "B"])
    instance.setValue(of: title, to: "B")
    scene.advance(by: 0)
    instance.setValue(of: title, to: "C")
    instance.setValue(of: title, to: "B")
    scene.advance(by: 0)
    #expect(collected.values == ["Hello", "B"])
    collected.cancel()
    instance.setValue(of: title, to: "D")
    scene.advance(by: 0)
    #expect(collected.values == ["Hello", "B"])
  }

  @Test func `an equal value is not an event`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let collected = Collector(instance.publisher(of: title))
    instance.setValue(of: title, to: "Hello")
    scene.advance(by: 0)
    instance.setValue(of: title, to: "Bye")
    instance.setValue(of: title, to: "Hello")
    scene.advance(by: 0)
    #expect(collected.values == ["Hello"])
    collected.cancel()
  }

  @Test func `a cancelled stream ends its subscription`() async throws {
    let scene = try scene()
    let instance = try scene.instance
    let task = Task { for try await _ in instance.valueStream(of: title) {} }
    await Task.yield()
    task.cancel()
    try await task.value
    // The subscription ends on the main actor, after the stream.
    for step in 0..<1_000 {
      instance.setValue(of: title, to: "\(step)")
      guard scene.file.content.changes.hasEvents else { return }
      scene.advance(by: 0)
      await Task.yield()
    }
    Issue.record("the subscription goes on")
  }

  @Test func `a stream delivers no present value and ends with its task`() async throws {
    let scene = try scene()
    let instance = try scene.instance
    let stream = instance.valueStream(of: title)
    let second = instance.valueStream(of: title)
    instance.setValue(of: title, to: "A")
    scene.advance(by: 0)
    instance.setValue(of: title, to: "B")
    scene.advance(by: 0)
    var iterator = stream.makeAsyncIterator()
    var other = second.makeAsyncIterator()
    #expect(try await iterator.next() == "A")
    #expect(try await iterator.next() == "B")
    #expect(try await other.next() == "A")
    let task = Task { for try await _ in instance.valueStream(of: title) {} }
    task.cancel()
    try await task.value
  }

  @Test func `a trigger is one event, however often it was fired`() throws {
    let scene = try scene()
    let collected = Collector(try scene.instance.publisher(of: go))
    try scene.instance.fire(trigger: go)
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    scene.advance(by: 0)
    #expect(collected.values.count == 1)
    try scene.instance.fire(trigger: go)
    scene.advance(by: 0)
    #expect(collected.values.count == 2)
    collected.cancel()
  }

  @Test func `each type of property is streamed`() async throws {
    let scene = try scene()
    let instance = try scene.instance
    func next<Property: ObservableProperty>(
      of property: Property, after value: Property.Value
    ) async throws -> Property.Value? {
      var changes = instance.valueStream(of: property).makeAsyncIterator()
      instance.setValue(of: property, to: value)
      scene.advance(by: 0)
      return try await changes.next()
    }
    #expect(try await next(of: title, after: "Bye") == "Bye")
    #expect(try await next(of: NumberProperty(path: "amount"), after: 4) == 4)
    #expect(try await next(of: BoolProperty(path: "flag"), after: true) == true)
    #expect(try await next(of: ColorProperty(path: "tint"), after: Color(role: .accent)) == Color(role: .accent))
    #expect(try await next(of: EnumProperty(path: "side"), after: "end") == "end")
    let picture = Image(width: 1, height: 1, pixels: [7])
    #expect(try await next(of: ImageProperty(path: "picture"), after: picture) == picture)
    let part = try scene.file.createArtboard()
    #expect(try await next(of: ArtboardProperty(path: "part"), after: part) == part)
  }

  @Test func `a trigger stream has one element for each advance with a fire`() async throws {
    let scene = try scene()
    var instance: ViewModelInstance? = try scene.instance
    let stream = try #require(instance?.stream(of: go))
    for fires in [2, 0, 1] {
      for _ in 0..<fires { instance?.fire(trigger: go) }
      scene.advance(by: 0)
    }
    instance = nil
    scene.bindViewModelInstance(nil)
    var count = 0
    for try await _ in stream { count += 1 }
    #expect(count == 2)
  }

  @Test func `a subscriber that ends leaves the others of its path`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let first = Collector(instance.publisher(of: title))
    let second = Collector(instance.publisher(of: title))
    instance.setValue(of: title, to: "A")
    scene.advance(by: 0)
    first.cancel()
    instance.setValue(of: title, to: "B")
    scene.advance(by: 0)
    #expect(first.values == ["Hello", "A"])
    #expect(second.values == ["Hello", "A", "B"])
    second.cancel()
  }

  @Test func `a replaced nested instance is followed`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let collected = Collector(instance.publisher(of: StringProperty(path: "inner/title")))
    let former = try instance.value(of: ViewModelInstanceProperty(path: "inner"))
    let new = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    new.setValue(of: title, to: "New")
    instance.setValue(of: ViewModelInstanceProperty(path: "inner"), to: new)
    scene.advance(by: 0)
    former.setValue(of: title, to: "Former")
    scene.advance(by: 0)
    #expect(collected.values == ["Inside", "New"])
    collected.cancel()
  }

  @Test func `a change by a listener or a bind is an event too`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "mode": "toSource"}}]"#)
    let collected = Collector(try scene.instance.publisher(of: NumberProperty(path: "amount")))
    scene.element("b").set(.number(8), at: .value)
    scene.advance(by: 0)
    #expect(collected.values == [3, 8])
    collected.cancel()
  }

  @Test func `an event requests an advance, and what it causes the next`() throws {
    let scene = try scene()
    let instance = try scene.instance
    var requests = 0
    scene.stateMachine.onNeedsAdvance = { requests += 1 }
    let token = instance.publisher(of: title).sink(receiveCompletion: { _ in }) { value in
      if value == "A" { instance.setValue(of: StringProperty(path: "title"), to: "B") }
    }
    instance.setValue(of: title, to: "A")
    #expect(requests == 1)
    #expect(scene.advance(by: 0))
    #expect(requests == 2)
    #expect(!scene.advance(by: 0))
    token.cancel()
  }

  @Test func `properties that change together reach a join together`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let amount = instance.publisher(of: NumberProperty(path: "amount"))
    let pairs = amount.combineLatest(instance.publisher(of: NumberProperty(path: "second")))
    var sums: [Double] = []
    let token = pairs.sink(receiveCompletion: { _ in }) { sums.append($0 + $1) }
    instance.setValue(of: NumberProperty(path: "amount"), to: 10)
    instance.setValue(of: NumberProperty(path: "second"), to: 20)
    scene.advance(by: 0)
    #expect(sums == [3, 30])
    token.cancel()
  }

  @Test func `a list is published by changesets`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let items = ListProperty(path: "items")
    let collected = Collector(instance.publisher(of: items))
    let inner = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
    instance.appendInstance(inner, to: items)
    instance.appendInstance(inner, to: items)
    scene.advance(by: 0)
    instance.removeInstance(at: 0, from: items)
    scene.advance(by: 0)
    #expect(
      collected.values.map { $0.changeset ?? Changeset() } == [
        Changeset(), Changeset(insertions: [0, 1]), Changeset(deletions: [0]),
      ])
    #expect(collected.values.last?.items?.count == 1)
    collected.cancel()
  }

  @Test func `a wrong path fails at once`() throws {
    let instance = try scene().instance
    #expect(Collector(instance.publisher(of: StringProperty(path: "x"))).failure != nil)
    #expect(Collector(instance.publisher(of: NumberProperty(path: "title"))).failure != nil)
    #expect(Collector(instance.publisher(of: ListProperty(path: "title"))).failure != nil)
  }

  @Test func `a scene leaves nothing when it is released`() throws {
    weak var artboard: Artboard?
    weak var machine: StateMachine?
    weak var instance: ViewModelInstance?
    weak var file: FileChanges?
    do {
      let scene = try SceneFixtures.scene(
        children: #"[{"type": "text", "text": {"bind": "inner/title"}}, {"type": "artboard", "artboard": "Part"}]"#,
        artboards: #", {"name": "Part", "viewModel": "Main", "children": [{"type": "spacer"}]}"#
      )
      let token = try scene.instance.publisher(of: title).sink(receiveCompletion: { _ in }) { _ in }
      _ = try scene.instance.valueStream(of: title)
      scene.advance(by: 0)
      (artboard, machine, instance) = (scene.artboard, scene.stateMachine, scene.viewModelInstance)
      file = scene.file.content.changes
      withExtendedLifetime(token) {}
    }
    #expect(artboard == nil)
    #expect(machine == nil)
    #expect(instance == nil)
    #expect(file == nil)
  }

  @Test func `each change of a list is published as what it changes`() throws {
    let scene = try scene()
    let instance = try scene.instance
    let items = ListProperty(path: "items")
    let pool = try (0..<4).map { _ in try scene.file.createViewModelInstance(from: .blank(from: .name("Inner"))) }
    for item in pool { instance.appendInstance(item, to: items) }
    scene.advance(by: 0)
    let collected = Collector(instance.publisher(of: items))
    func changeset(_ change: () -> Void) -> Changeset? {
      change()
      scene.advance(by: 0)
      return collected.values.last?.changeset
    }
    #expect(
      changeset { instance.swapInstance(atIndex: 2, withIndex: 1, in: items) }
        == Changeset(moves: [.init(old: 2, new: 1)]))
    #expect(
      changeset { instance.swapInstance(atIndex: 3, withIndex: 0, in: items) }
        == Changeset(moves: [.init(old: 3, new: 0), .init(old: 0, new: 3)]))
    #expect(changeset { instance.insertInstance(pool[0], to: items, at: 1) } == Changeset(insertions: [1]))
    // Twice the same instance.
    let count = collected.values.count
    _ = changeset { instance.swapInstance(atIndex: 1, withIndex: 4, in: items) }
    #expect(collected.values.count == count)
    #expect(changeset { instance.removeInstance(pool[0], from: items) } == Changeset(deletions: [1, 4]))
    #expect(changeset { instance.removeInstance(at: 2, from: items) } == Changeset(deletions: [2]))
    #expect(collected.values.last?.items?.count == 2)
    collected.cancel()
  }
}
