import Glibc
import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct DamagedBookTests {
  let folder = TemporaryFolder()

  private static let pageSize = 4096

  /// The bytes of a closed book with some people.
  private func wholeBook() async throws -> (bytes: [UInt8], people: [String: Person]) {
    let path = folder.path + "/whole.db"
    let store = try Book.open(at: path)
    try await store.write { transaction in
      for number in 0..<150 {
        var person = Person()
        person.firstName = "First\(number)"
        person.lastName = "Last\(number % 11)"
        person.emails = [LabeledValue(label: "home", value: "p\(number)@example.org")]
        person.tags = ["t\(number % 3)"]
        try transaction.insert(person)
      }
    }
    let people = try store.fetch(Query<Person>())
    await store.close()
    return (try bytes(of: path), Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) }))
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  /// Waits until a value satisfies a condition.
  private func wait<Value>(
    for publisher: AnyPublisher<Value, Never>, until isWanted: @escaping (Value) -> Bool
  ) async {
    var token: AnyCancellable?
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      token = publisher.sink { value in
        guard isWanted(value) else { return }
        waiting?.resume()
        waiting = nil
      }
    }
    token?.cancel()
  }

  private func now<Value>(_ publisher: AnyPublisher<Value, Never>) -> Value? {
    var value: Value?
    publisher.sink { value = $0 }.cancel()
    return value
  }

  /// Reads a book as the screen does.
  ///
  /// Returns whether it is reported as unreadable.
  private func look(at store: Store, _ people: [String: Person], _ page: String) async throws -> Bool {
    let viewModel = PeopleViewModel(store: store, scheduler: ManualScheduler())
    let list = viewModel.search.results
    let token = viewModel.rows.sink { _ in }
    defer { token.cancel() }
    // The list is loaded, or about to fail, once the store's queue has run this.
    _ = try? await store.write { _ in }
    if list.items.rows == nil { await wait(for: viewModel.status.eraseToAnyPublisher()) { !$0.isLive } }
    var hasGaps = list.items.count != people.count
    for index in list.items.indices {
      let row = PersonRow(list.items[index])
      guard let person = viewModel.person(at: index) else {
        hasGaps = true
        #expect(!row.hasName && row.name == "…", "\(page)")
        continue
      }
      let known = people[person.id]
      #expect(row == known.map(PersonRow.init), "\(page)")
      #expect(PersonCard(person) == known.map { PersonCard($0) }, "\(page)")
      guard index.isMultiple(of: 25) else { continue }
      let form = viewModel.makeEditForm(for: person)
      #expect(form.draft == known, "\(page)")
      #expect(form.deletedBy.value == nil, "\(page)")
      if !form.status.value.isLive { #expect(!form.canSave.value, "\(page)") }
    }
    // A record that cannot be shown is reported a moment later at the latest.
    if hasGaps { await wait(for: viewModel.status.eraseToAnyPublisher()) { !$0.isLive } }
    let tags = viewModel.tagCounts()?.map(\.count).reduce(0, +)
    if viewModel.status.value.isLive { #expect(tags == people.count, "\(page)") }
    let emptyText = now(viewModel.emptyText) ?? ""
    if let sentence = viewModel.status.value.sentence {
      #expect(emptyText == sentence && sentence.contains("damaged"), "\(page): \(emptyText)")
    } else {
      #expect(!list.items.isEmpty, "\(page)")
    }
    return !viewModel.status.value.isLive
  }

  @Test func `a transient error is a notice, not the state of the book`() throws {
    let viewModel = PeopleViewModel(store: try Book.open(at: folder.path + "/book.db"), scheduler: ManualScheduler())
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = viewModel.notices.sink { notices.append($0) }
    defer { token.cancel() }
    let error = StoreError.inputOutput(path: "p", detail: "d")
    viewModel.report(error)
    #expect(viewModel.status.value.isLive && notices == [.problem("\(error)")])
    viewModel.report(StoreError.damaged(path: "p", detail: "d"))
    #expect(!viewModel.status.value.isLive && notices.count == 1)
  }

  @Test(.timeLimit(.minutes(3)))
  func `with any damaged page, no person is silently missing`() async throws {
    let (whole, people) = try await wholeBook()
    let path = folder.path + "/broken.db"
    var unreadable = 0
    for page in 1..<whole.count / Self.pageSize {
      var bytes = whole
      for index in 0..<64 { bytes[page * Self.pageSize + index] = UInt8(truncatingIfNeeded: index &* 37 &+ 200) }
      try write(bytes, to: path)
      do {
        let store = try Book.open(at: path)
        if try await look(at: store, people, "page \(page)") { unreadable += 1 }
        await store.close()
      } catch StoreError.damaged {
        unreadable += 1
      }
    }
    #expect(unreadable > 20)
  }
}
