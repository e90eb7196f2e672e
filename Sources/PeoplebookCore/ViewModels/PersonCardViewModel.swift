import Persistence
import Reactive
import Time

/// The card of a person.
///
/// It observes one person in the book, and shows every change of that person.
@MainActor
public final class PersonCardViewModel {
  /// The card, now and after each change; `nil` while no person is shown.
  ///
  /// The card of a deleted person stays until another person is shown. After a transient error, the person is observed
  /// again after a pause.
  public let card: AnyPublisher<PersonCard?, Never>

  /// Whether the person was deleted while the card was shown.
  public let isDeleted = CurrentValue<Bool, Never>(false)

  private let person = CurrentValue<Person?, Never>(nil)
  /// Whether the person could not be read.
  private let hasFailed = CurrentValue<Bool, Never>(false)

  /// - Parameters:
  ///   - scheduler: The clock of the pauses between attempts to read the person.
  ///   - newDays: Emits when another day has begun.
  init(store: Store, scheduler: any Scheduler, newDays: Subject<Void, Never>) {
    let retry = ReadingRetry(scheduler: scheduler)
    card =
      person.map { [isDeleted, hasFailed, shown = person] person -> AnyPublisher<PersonCard?, Never> in
        guard let person else { return Just(nil).eraseToAnyPublisher() }
        // Another person may name this one, or be renamed; the note about a birthday depends on the day.
        let updates = store.changes(of: Person.self, limit: 1).map { _ in }
          .merge(with: newDays.setFailureType(to: StoreError.self)).prepend(())
        return store.propertyValuePublisher(\.self, of: person)
          .handleEvents(
            receiveOutput: { _ in retry.noteSuccess() },
            receiveCompletion: { if case .finished = $0 { isDeleted.value = true } }
          )
          .combineLatest(updates)
          .map { person, _ in PersonCard(person, relatives: store.relatives(of: person)) }
          // The list reports what cannot be read; the card has what is known of the person.
          .catch { error in
            hasFailed.value = true
            retry.handle(error) {
              hasFailed.value = false
              shown.send(shown.value)
            }
            return Just<PersonCard?>(PersonCard(person, relatives: []))
          }
          .eraseToAnyPublisher()
      }
      .switchToLatest().removeDuplicates().eraseToAnyPublisher()
  }

  isolated deinit {}

  /// Observes `person` from now on; `nil` shows nothing.
  ///
  /// - Complexity: One query when another person is shown, or the same one after an error; else O(1).
  public func show(_ person: Person?) {
    let isSame = person?.id == self.person.value?.id && person?.row == self.person.value?.row
    guard !isSame || hasFailed.value else { return }
    (isDeleted.value, hasFailed.value) = (false, false)
    self.person.value = person
  }
}

extension Store {
  /// The people that a person names by id, and those that name the person; none while the book cannot be read, which
  /// its status reports.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of them among *n* people.
  @MainActor
  public func relatives(of person: Person) -> [Person] {
    let naming = try? fetch(Query<Person>().where(.contains(\.related, anyOf: person.namesAsRelated)), limit: 100)
    let named = person.related.compactMap { try? get(Person.self, id: RelatedContent().withoutScheme($0.value)) }
    return named + (naming ?? [])
  }
}
