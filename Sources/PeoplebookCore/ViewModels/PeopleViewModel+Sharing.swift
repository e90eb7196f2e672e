import Persistence

/// What the exchange with other machines has for the user.
extension PeopleViewModel {
  /// The present state of the exchange; `nil` for a book that is not shared.
  public var sharingStatus: SharingStatus? { SharingStatus(of: store) }

  /// Takes note of the state of the exchange, and reports the people that it has kept although a machine deleted them,
  /// and those with a text that two machines have changed.
  ///
  /// - Parameter status: `nil` when the book is not kept in step.
  /// - Complexity: O(*n*), where *n* is the number of those people.
  public func sharingDidChange(_ status: SharingStatus?) {
    sharing.value = status
    guard status != nil, store.readOnlyReason == nil, (try? store.hasSharingNotices()) == true else { return }
    Task { [store, notices] in
      do {
        let sentences = Self.sentences(about: try await store.takeSharingNotices())
        if !sentences.isEmpty { notices.send(.hint(sentences.joined(separator: ". "))) }
      } catch {
        notices.send(.problem("\(error)"))
      }
    }
  }

  private static func sentences(about notices: SharingNotices) -> [String] {
    func sentence(_ names: [String], _ text: String) -> String? {
      guard let first = names.first else { return nil }
      return "\(names.count == 1 ? first.shortened : names.count.people): \(text)"
    }
    return [
      sentence(notices.keptPeople, "deleted on one machine, changed on another at the same time, and kept"),
      sentence(notices.keptTexts, "a text was changed on two machines at the same time; the form shows both"),
    ].compactMap { $0 }
  }
}
