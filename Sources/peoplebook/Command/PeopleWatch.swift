import PeoplebookCore
import Persistence
import Reactive

/// Turns the changes of a list into events about people, also about those who are gone.
struct PeopleWatch {
  struct Event {
    enum Kind: String {
      case added, removed, changed
    }

    var kind: Kind
    var id: String
    var name: String
    /// As they are now; `nil` when they are gone.
    var person: Person?
  }

  /// Who is in the book, to say later who has gone.
  private var known: [Int64: (id: String, name: String)] = [:]
  private var snapshot: ResultsSnapshot<Person>?
  private var rest: Int?
  private let report: (Event) -> Void

  /// - Parameter limit: how many events to report; all of them by default.
  init(limit: Int? = nil, report: @escaping (Event) -> Void) {
    rest = limit
    self.report = report
  }

  /// Reports what happened; `true` when the limit has been reached.
  mutating func receive(_ change: CollectionChange<ResultsSnapshot<Person>>) throws -> Bool {
    switch change {
    case .initial(let people):
      known.removeAll(keepingCapacity: true)
      for person in people { remember(person) }
      snapshot = people
      return false
    case .update(let people, let changeset):
      for index in changeset.deletions {
        guard let row = snapshot?.row(at: index), let gone = known.removeValue(forKey: row) else { continue }
        say(Event(kind: .removed, id: gone.id, name: gone.name))
      }
      // A row whose place changed is a person whose name changed.
      let changed = Set(changeset.modifications.map(\.new)).union(changeset.moves.map(\.new))
      for index in changed.sorted() { say(.changed, people[index]) }
      for index in changeset.insertions { say(.added, people[index]) }
      snapshot = people
      return rest == 0
    case .failure(let error): throw error
    }
  }

  private mutating func remember(_ person: Person) {
    known[person.row] = (person.id, person.name)
  }

  private mutating func say(_ kind: Event.Kind, _ person: Person) {
    remember(person)
    say(Event(kind: kind, id: person.id, name: person.name, person: person))
  }

  private mutating func say(_ event: Event) {
    if rest == 0 { return }
    rest = rest.map { $0 - 1 }
    report(event)
  }
}
