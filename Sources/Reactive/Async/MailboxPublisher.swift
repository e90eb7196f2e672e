extension Mailbox {
  /// Delivers the values that are posted from any thread on the main actor, a burst at a time, and finishes with the
  /// mailbox.
  ///
  /// A mailbox has one reader: use ``Publisher/share(file:line:)`` for several subscribers. A cancelled subscription
  /// leaves the values that it has not delivered to the next reader.
  ///
  /// - Precondition: Subscribers are on the main actor.
  public var publisher: AnyPublisher<Element, Never> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let reader = MainActorBox((observer: observer, link: lifetime.child()))
      let task = Task { @MainActor in
        defer { reader.value = nil }
        while let burst = await self.nextBurst() {
          for (index, element) in burst.enumerated() {
            guard let (observer, link) = reader.value, !link.isCancelled else {
              self.putBack(burst[index...])
              return
            }
            observer.send(element)
          }
        }
        guard let (observer, link) = reader.value, !link.isCancelled else { return }
        observer.send(completion: .finished)
      }
      lifetime.onCancel { task.cancel() }
    }
  }
}

/// Carries a value of the main actor into a task of the main actor, through a function that does not declare where it
/// runs.
///
/// Unchecked, and sound: a box is created on the main actor, which is checked at run time, and opened there, which the
/// compiler checks. The last use empties it, so its value is not freed elsewhere.
final class MainActorBox<Value>: @unchecked Sendable {
  private var stored: Value?

  init(_ value: Value) {
    MainActor.preconditionIsolated("this publisher is subscribed to on the main actor")
    stored = value
  }

  @MainActor var value: Value? {
    get { stored }
    set { stored = newValue }
  }
}
