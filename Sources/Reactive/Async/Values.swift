import Synchronization

/// The values of a publisher as an `AsyncSequence`; see ``Publisher/values``.
///
/// Each iterator is a subscription of its own, from `makeAsyncIterator()` until it is freed or its task is cancelled.
/// It is read where the publisher lives; values do not cross threads.
public struct PublisherValues<Output, Failure: Error>: AsyncSequence {
  public typealias Element = Output

  let publisher: AnyPublisher<Output, Failure>
  let policy: BufferingPolicy

  public func makeAsyncIterator() -> Iterator {
    Iterator(Storage(publisher, policy))
  }

  public struct Iterator: AsyncIteratorProtocol {
    let storage: Storage

    init(_ storage: Storage) {
      self.storage = storage
    }

    public mutating func next() async throws(Failure) -> Output? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Output? {
      while true {
        if Task.isCancelled {
          storage.token.cancel()
          return nil
        }
        if !storage.buffer.isEmpty { return storage.buffer.removeFirst() }
        switch storage.completion {
        case .finished: return nil
        case .failure(let failure):
          storage.completion = .finished
          throw failure
        case nil: break
        }
        await storage.waker.wait(isolation: actor)
      }
    }
  }

  /// What an iterator and its subscription share. Freed with the iterator, and the subscription with it.
  final class Storage {
    fileprivate var buffer = Fifo<Output>()
    fileprivate var completion: Completion<Failure>?
    fileprivate let waker = Waker()
    fileprivate let token = AnyCancellable()

    init(_ publisher: AnyPublisher<Output, Failure>, _ policy: BufferingPolicy) {
      publisher.attach(
        Observer { [weak self, waker] signal in
          guard let self else { return }
          switch signal {
          case .value(let value): keep(value, policy)
          case .completion(let completion): self.completion = completion
          case .mark, .nothing: return
          }
          waker.wake()
        },
        to: token
      )
    }

    private func keep(_ value: Output, _ policy: BufferingPolicy) {
      switch policy {
      case .unbounded:
        buffer.append(value)
      case .newest(let limit):
        buffer.append(value)
        while buffer.count > limit { _ = buffer.removeFirst() }
      case .oldest(let limit):
        if buffer.count < limit { buffer.append(value) }
      }
    }
  }
}

/// Lets one task wait until it is woken, or cancelled, which may come from any thread.
final class Waker: Sendable {
  private struct State {
    var isAwake = false
    var sleeper: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes the task that waits, or the next one that will.
  func wake() {
    let sleeper = state.withLock { state in
      let sleeper = state.sleeper
      state.sleeper = nil
      if sleeper == nil { state.isAwake = true }
      return sleeper
    }
    sleeper?.resume()
  }

  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isAwake {
            state.isAwake = false
            return true
          }
          state.sleeper = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}

extension Publisher {
  /// The values of this publisher, for `for await`: all of them, also those that come while the loop's body runs.
  ///
  /// (Combine's `values` drops those.) Ends with the publisher, throws its failure; cancelling the task, or leaving the
  /// loop, cancels the subscription. Two iterators are two subscriptions.
  public var values: PublisherValues<Output, Failure> { values(buffering: .unbounded) }

  /// The values of this publisher, for `for await`, with a buffer that may drop some when the loop does not keep up.
  public func values(buffering policy: BufferingPolicy) -> PublisherValues<Output, Failure> {
    PublisherValues(publisher: eraseToAnyPublisher(), policy: policy)
  }
}
