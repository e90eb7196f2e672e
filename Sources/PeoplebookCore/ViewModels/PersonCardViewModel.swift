import Persistence
import Reactive

/// The card of a person.
///
/// It observes one person in the book, and shows every change of that person.
@MainActor
public final class PersonCardViewModel {
  /// The card, now and after each change; `nil` while no person is shown.
  ///
  /// The card of a deleted person stays until another person is shown.
  public let card: AnyPublisher<PersonCard?, Never>

  /// Whether the person was deleted while the card was shown.
  public let isDeleted = CurrentValue<Bool, Never>(false)

  private let person = CurrentValue<Person?, Never>(nil)

  init(store: Store) {
    card =
      person.map { [isDeleted] person -> AnyPublisher<PersonCard?, Never> in
        guard let person else { return Just(nil).eraseToAnyPublisher() }
        return store.propertyValuePublisher(\.card, of: person).map(Optional.some)
          .handleEvents(receiveCompletion: { if case .finished = $0 { isDeleted.value = true } })
          // The status of the book reports what cannot be read.
          .catch { _ in Empty<PersonCard?, Never>() }
          .eraseToAnyPublisher()
      }
      .switchToLatest().removeDuplicates().eraseToAnyPublisher()
  }

  isolated deinit {}

  /// Observes `person` from now on; `nil` shows nothing.
  ///
  /// - Complexity: One query when another person is shown, O(1) for the same person.
  public func show(_ person: Person?) {
    guard person?.id != self.person.value?.id || person?.row != self.person.value?.row else { return }
    isDeleted.value = false
    self.person.value = person
  }
}

extension Person {
  /// The card of this person as of today.
  var card: PersonCard { PersonCard(self) }
}
