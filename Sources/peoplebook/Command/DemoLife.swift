import PeoplebookCore
import Persistence
import Time

/// The changes of a demonstration: people are added, changed and removed, the same for the same seed.
@MainActor
final class DemoLife {
  let store: Store
  var invented: InventedPeople
  private var ids: [String] = []
  /// The authors of the changes: invented colleagues and programs.
  private static let authors = ["cron@harbour", "mira@laptop", "import@nas", "jo@phone"]

  init(store: Store, seed: UInt64) {
    self.store = store
    invented = InventedPeople(seed: seed)
  }

  /// Fills the book in parts, so that other writers of a large one do not wait.
  func fill(_ count: Int) async throws {
    var rest = count
    while rest > 0 {
      try checkInterruption()
      let people = (0..<min(rest, 5_000)).map { _ in invented.next() }
      try await store.write(author: "demo") { try $0.insertAll(people) }
      ids += people.map(\.id)
      rest -= people.count
    }
    try checkInterruption()
  }

  /// Makes a number of changes; a rate of 0 makes them as fast as they go.
  func go(on count: Int, rate: Int) async throws {
    for _ in 0..<count {
      try checkInterruption()
      if rate > 0 {
        await withCheckedContinuation { continuation in
          _ = MainScheduler.shared.schedule(after: .microseconds(1_000_000 / rate)) { continuation.resume() }
        }
      }
      try await change()
    }
  }

  private func checkInterruption() throws(Failure) {
    if let signal = Interruption.signal { throw Failure(status: .failed, message: "", signal: signal) }
  }

  /// Makes one change: mostly of one person, sometimes an addition or removal.
  private func change() async throws {
    let author = Self.authors[invented.number(in: 0..<Self.authors.count)]
    let dice = invented.number(in: 0..<100)
    let index = ids.isEmpty ? nil : invented.number(in: 0..<ids.count)
    switch (dice, index) {
    case (_, nil), (..<20, _):
      let person = invented.next()
      _ = try await store.write(author: author) { try $0.insert(person) }
      ids.append(person.id)
    case (20..<36, let index?):
      let id = ids.remove(at: index)
      guard let person = try store.get(Person.self, id: id) else { return }
      try await store.write(author: author) { try $0.delete(person) }
    case (_, let index?):
      // The user may have removed the person.
      guard let original = try store.get(Person.self, id: ids[index]) else {
        ids.remove(at: index)
        return
      }
      var person = original
      invented.change(&person)
      _ = try await store.write(author: author) { [person] in try $0.update(person, editedFrom: original) }
    }
  }
}
