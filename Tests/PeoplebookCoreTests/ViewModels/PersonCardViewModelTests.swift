import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct PersonCardViewModelTests {
  let book = TemporaryBook()
  let scheduler = ManualScheduler()
  let store: Store
  let viewModel: PersonCardViewModel
  let ada: Person
  let bea: Person

  init() async throws {
    store = try book.open()
    (ada, bea) = try await store.write { transaction in
      func insert(_ name: String) throws -> Person {
        var person = Person()
        person.firstName = name
        return try transaction.insert(person)
      }
      return (try insert("Ada"), try insert("Bea"))
    }
    viewModel = PersonCardViewModel(store: store, scheduler: scheduler, newDays: Subject())
  }

  @Test func `the card follows the person that is shown`() async throws {
    var cards: [PersonCard?] = []
    let token = viewModel.card.sink { cards.append($0) }
    viewModel.show(ada)
    try await store.write { [ada, bea] transaction in
      var (changed, other) = (ada, bea)
      changed.nickname = "Countess"
      other.nickname = "B"
      try transaction.update(changed)
      try transaction.update(other)
    }
    await yield { cards.count >= 3 }
    viewModel.show(bea)
    #expect(cards.map { $0?.name } == [nil, "Ada", "Ada", "Bea"])
    #expect(cards[2]?.lines.map(\.value) == ["Countess"])
    #expect(cards[3]?.lines.map(\.value) == ["B"])
    viewModel.show(nil)
    #expect(cards.last == .some(nil))
    token.cancel()
  }

  @Test func `a person who cannot be read has the card of the list`() async throws {
    var cards: [PersonCard?] = []
    let token = viewModel.card.sink { cards.append($0) }
    viewModel.show(ada)
    #expect(cards.map { $0?.name } == [nil, "Ada"])
    await store.close()
    viewModel.show(bea)
    #expect(cards.map { $0?.name } == [nil, "Ada", "Bea"])
    token.cancel()
  }

  @Test func `a person is observed after a transient error`() async throws {
    var cards: [PersonCard?] = []
    let token = viewModel.card.sink { cards.append($0) }
    let disk = try FailingDisk(of: store.path)
    viewModel.show(ada)
    disk.recover()
    #expect(cards.map { $0?.name } == [nil, "Ada"])
    try #require(!scheduler.isIdle)
    scheduler.advance(by: .seconds(1))
    try await store.write { [ada] in try $0.update(Person.self, rows: [ada.row]) { $0.nickname = "Countess" } }
    await yield { cards.last??.lines.map(\.value) == ["Countess"] }
    token.cancel()
  }

  @Test func `related people are shown from both sides, and follow renames`() async throws {
    var cards: [PersonCard?] = []
    let token = viewModel.card.sink { cards.append($0) }
    viewModel.show(bea)
    try await store.write { [ada, bea] transaction in
      var changed = ada
      changed.related = [
        LabeledValue(label: "parent", value: "urn:uuid:\(bea.id)"), LabeledValue(label: "friend", value: "Cleo"),
      ]
      try transaction.update(changed)
    }
    await yield { cards.last??.lines.isEmpty == false }
    #expect(cards.last??.lines == [PersonCard.Line(label: "Related · parent of", value: "Ada", person: ada.id)])
    try await store.write { try $0.update(Person.self, rows: [self.ada.row]) { $0.firstName = "Augusta" } }
    await yield { cards.last??.lines.first?.value == "Augusta" }
    viewModel.show(ada)
    #expect(
      cards.last??.lines == [
        PersonCard.Line(label: "Related · parent", value: "Bea", person: bea.id),
        PersonCard.Line(label: "Related · friend", value: "Cleo", person: "Cleo"),
      ])
    // A relation that both have noted is shown once.
    try await store.write { [bea] in
      try $0.update(Person.self, rows: [bea.row]) { $0.related = [LabeledValue(label: "child", value: "Augusta")] }
    }
    viewModel.show(bea)
    #expect(cards.last??.lines == [PersonCard.Line(label: "Related · child", value: "Augusta", person: "Augusta")])
    token.cancel()
  }

  @Test func `showing the same person again emits nothing`() {
    var count = 0
    let token = viewModel.card.sink { _ in count += 1 }
    viewModel.show(ada)
    viewModel.show(ada)
    #expect(count == 2)
    token.cancel()
  }

  @Test func `the card of a deleted person stays`() async throws {
    var cards: [PersonCard?] = []
    let token = viewModel.card.sink { cards.append($0) }
    viewModel.show(ada)
    try await store.write { [ada] in try $0.delete(ada) }
    viewModel.show(bea)
    #expect(cards.map { $0?.name } == [nil, "Ada", "Bea"])
    token.cancel()
  }
}
