public import Reactive

/// Counts what is alive: subscriptions, and objects that closures capture.
///
/// Hand one to what a test builds, and look at the end:
///
///     let ledger = LifetimeLedger()
///     let token = subject.counted(by: ledger).sink { … }
///     token.cancel()
///     #expect(ledger.subscriptions == 0)
public final class LifetimeLedger {
  /// How many subscriptions are live.
  public private(set) var subscriptions = 0
  /// How many there have been.
  public private(set) var subscriptionsEver = 0
  /// How many objects made by ``witness()`` are alive.
  public private(set) var witnesses = 0

  public init() {}

  /// An object that is counted as long as it lives: let a closure capture it.
  public func witness() -> Witness { Witness(self) }

  /// What ``witness()`` makes.
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
  /// This publisher, its subscriptions counted from their beginning to their completion or cancellation.
  public func counted(by ledger: LifetimeLedger) -> AnyPublisher<Output, Failure> {
    handleEvents(
      receiveSubscription: { ledger.begin() },
      receiveCompletion: { _ in ledger.end() },
      receiveCancel: { ledger.end() }
    )
  }
}
