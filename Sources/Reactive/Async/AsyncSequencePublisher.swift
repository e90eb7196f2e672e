extension AsyncSequence where Self: Sendable, Element: Sendable, Failure: Sendable {
  /// A publisher that iterates over this sequence for each subscriber, and delivers its elements on the main actor.
  ///
  /// Cancelling a subscription cancels the task that iterates for it. Elements that arrive in one burst are delivered
  /// together.
  @MainActor
  public var publisher: AnyPublisher<Element, Failure> {
    let sequence = self
    return AnyPublisher { observer, lifetime in
      MainActor.preconditionIsolated()
      guard !lifetime.isCancelled else { return }
      let mailbox = Mailbox<Signal<Element, Failure>>()
      let reader = Task.detached {
        do throws(Failure) {
          for try await element in sequence { mailbox.post(.value(element)) }
          mailbox.post(.completion(.finished))
        } catch {
          mailbox.post(.completion(.failure(error)))
        }
        mailbox.finish()
      }
      lifetime.onCancel { reader.cancel() }
      mailbox.publisher.attach(
        Observer { signal in if case .value(let carried) = signal { observer.forward(carried) } },
        to: lifetime
      )
    }
  }
}
