extension Mailbox {
  /// Delivers on the main actor what is posted from any thread, each burst in one go, and finishes when the mailbox is
  /// finished.
  ///
  /// A mailbox has one reader: put ``Publisher/share(file:line:)`` behind it when there are several subscribers.
  ///
  /// - Precondition: It is subscribed to on the main actor.
  public var publisher: AnyPublisher<Element, Never> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let reader = MainActorBox((observer: observer, link: lifetime.child()))
      let task = Task { @MainActor in
        defer { reader.value = nil }
        while let burst = await self.nextBurst() {
          for element in burst {
            guard let (observer, link) = reader.value, !link.isCancelled else { return }
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

/// Carries what belongs to the main actor into a task of the main actor, past a function that does not say where it
/// runs.
///
/// Unchecked, and sound: it can only be made on the main actor, which is checked at run time, and only be opened there,
/// which is checked by the compiler; whoever opened it last emptied it, so nothing is freed elsewhere.
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
