/// Delivers one result, which its work brings at some time, to every subscriber, then finishes.
///
/// The work starts at once, when the future is made, not when somebody subscribes, and is done once; see ``Deferred``
/// for the other way.
public final class Future<Output, Failure: Error>: Publisher {
  /// What the work calls with its result; further calls are ignored.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let hub: Hub<Output, Failure>
  private var result: Result<Output, Failure>?

  public init(_ work: (@escaping Promise) -> Void) {
    hub = Hub(label: SourceLabel(name: "Future", file: #fileID, line: #line))
    // The promise keeps the future: a result that nobody else waits for still reaches whoever is subscribed.
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
