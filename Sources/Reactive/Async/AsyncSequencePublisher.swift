extension AsyncSequence where Self: Sendable, Element: Sendable, Failure: Sendable {
  /// A publisher that reads this sequence on the main actor, anew for each subscriber, and delivers its elements there.
  ///
  /// Cancelling a subscription cancels the task that reads for it. What has crossed to the main actor in one burst is
  /// delivered in one go.
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
