import Persistence
import Testing

@testable import PeoplebookCore

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StoredPersonJSONTests {
  private let book = TemporaryBook()

  private func store(with people: [Person]) async throws -> Store {
    let store = try book.open()
    try await store.write(author: "me") { transaction in for person in people { try transaction.insert(person) } }
    return store
  }

  private func json(of store: Store, inOrder order: Order<Person> = .name) throws -> (text: String, count: Int?) {
    var bytes: [UInt8] = []
    let count = try store.writeJSON(inOrder: order) { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), count)
  }

  @Test func `rows of the book are written as people are`() async throws {
    var random = RandomPeople(seed: 3)
    var odd = OddPeople(seed: 4)
    var people = (0..<120).map { _ in random.next() }
    for index in 0..<120 {
      var person = odd.next()
      person.id = "odd \(index) \" \u{9B}"
      people.append(person)
    }
    let store = try await store(with: people)
    for order in [Order<Person>.name, .family, .name.reversed, .changed] {
      let (text, count) = try json(of: store, inOrder: order)
      #expect(count == people.count)
      #expect(text == JSONWriter().text(of: try store.fetch(Query<Person>().sorted(by: order))))
    }
    // Foundation's decoder reads the lines.
    let read = readJSON(try json(of: store).text).people
    #expect(read.map(\.id) == (try store.fetch(Query<Person>())).map(\.id))
  }

  @Test func `a person without a name has the name of a stand-in`() async throws {
    var organisation = Person()
    organisation.organisation = "Lantern Works"
    var address = Person()
    address.emails = [LabeledValue(label: "work", value: "a@example.org")]
    var blank = Person()
    blank.firstName = " "
    blank.note = "\nSecond line"
    let store = try await store(with: [organisation, address, blank, Person()])
    let text = try json(of: store).text
    #expect(text == JSONWriter().text(of: try store.fetch(Query<Person>())))
    #expect(text.contains(#""name":"Lantern Works""#))
    #expect(text.contains(#""name":"a@example.org""#))
  }

  @Test func `an empty book has no lines`() async throws {
    let (text, count) = try json(of: try await store(with: []))
    #expect(text == "")
    #expect(count == 0)
  }

  @Test func `more than one block is written in order`() async throws {
    var people: [Person] = []
    for number in 0..<300 {
      var person = Person()
      person.firstName = "Ada \((number * 7_919) % 300)"
      person.note = String(repeating: "\(number) ", count: 200)
      people.append(person)
    }
    let store = try await store(with: people)
    var blocks = 0
    try store.writeJSON(inOrder: .name) { _ in blocks += 1 }
    #expect(blocks > 1)
    #expect(try json(of: store).text == JSONWriter().text(of: try store.fetch(Query<Person>())))
  }
}
