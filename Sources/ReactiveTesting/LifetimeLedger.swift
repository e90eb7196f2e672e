public import Reactive

/// Counts live subscriptions, and live objects that closures capture.
///
/// A test passes a ledger to the publishers that it builds, and checks it at the end:
///
///     let ledger = LifetimeLedger()
///     let token = subject.counted(by: ledger).sink { … }
///     token.cancel()
///     #expect(ledger.subscriptions == 0)
public final class LifetimeLedger {
  /// The number of live subscriptions.
  public private(set) var subscriptions = 0
  /// The number of subscriptions so far.
  public private(set) var subscriptionsEver = 0
  /// The number of live objects that ``witness()`` has created.
  public private(set) var witnesses = 0

  /// Creates a ledger that counts nothing yet.
  public init() {}

  /// Returns an object for a closure to capture, which is counted while it is alive.
  public func witness() -> Witness { Witness(self) }

  /// An object that is counted while it is alive; see ``witness()``.
  public final class Witness {
    private let ledger: LifetimeLedger

    fileprivate init(_ ledger: LifetimeLedger) {
      self.ledger = ledger
      ledger.witnesses += 1
    }

    deinit { ledger.witnesses -= 1 }
  }

  fileprivate func begin() {
    subscriptions += 1
    subscriptionsEver += 1
  }

  fileprivate func end() { subscriptions -= 1 }
}

extension Publisher {
  /// Counts the subscriptions of this publisher, each until its completion or cancellation.
  public func counted(by ledger: LifetimeLedger) -> AnyPublisher<Output, Failure> {
    handleEvents(
      receiveSubscription: { ledger.begin() },
      receiveCompletion: { _ in ledger.end() },
      receiveCancel: { ledger.end() }
    )
  }
}
