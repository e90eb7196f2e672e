import Persistence

/// What the exchange with other machines has for the user.
extension PeopleViewModel {
  /// Takes note of the state of the exchange, and reports the people that it has kept although a machine deleted them.
  ///
  /// - Parameter status: `nil` when the book is not kept in step.
  public func sharingDidChange(_ status: SharingStatus?) {
    sharing.value = status
    guard status != nil, !isReadOnly, (try? store.hasKeptPeople()) == true else { return }
    Task { [store, notices] in
      do {
        let names = try await store.takeKeptPeople()
        if !names.isEmpty { notices.send(.hint(Self.sentence(aboutKept: names))) }
      } catch {
        notices.send(.problem("\(error)"))
      }
    }
  }

  private static func sentence(aboutKept names: [String]) -> String {
    let subject = names.count == 1 ? names[0].shortened : names.count.people
    return "\(subject): deleted on one machine, changed on another at the same time, and kept"
  }
}
