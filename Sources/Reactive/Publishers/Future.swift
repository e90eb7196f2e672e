/// A publisher that delivers the one result of its work to every subscriber, then finishes.
///
/// The work starts when the future is created, not when a subscriber arrives, and runs once; see ``Deferred`` for work
/// that runs for each subscriber. All present subscribers receive the value, in the order in which they subscribed,
/// before the first of them receives the completion. Later subscribers, also during that delivery, receive both at
/// once.
public final class Future<Output, Failure: Error>: Publisher {
  /// The function that the work calls with its result; further calls are ignored.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let hub: Hub<Output, Failure>
  private var result: Result<Output, Failure>?

  /// Creates a future and runs `work`, which may call its promise at any time.
  public init(_ work: (@escaping Promise) -> Void) {
    hub = Hub(label: SourceLabel(name: "Future", file: #fileID, line: #line))
    // The promise keeps the future alive, so that its subscribers receive the result when nothing else refers to it.
    work { self.fulfil($0) }
  }

  private func fulfil(_ result: Result<Output, Failure>) {
    guard self.result == nil else { return }
    self.result = result
    switch result {
    case .success(let value):
      hub.send(value)
      hub.send(completion: .finished)
    case .failure(let error):
      hub.send(completion: .failure(error))
    }
  }

  /// Delivers to `observer`; see ``Publisher/attach(_:to:)``.
  public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    switch result {
    case nil: _ = hub.attach(observer, to: lifetime)
    case .success(let value):
      observer.send(value)
      if !lifetime.isCancelled { observer.send(completion: .finished) }
    case .failure(let error): observer.send(completion: .failure(error))
    }
  }
}
