import Algorithms
import Synchronization

/// The values of a publisher as an `AsyncSequence`; see ``Publisher/values``.
///
/// Each iterator is a separate subscription, from `makeAsyncIterator()` until it is freed or its task is cancelled. It
/// runs where the publisher lives; values do not cross threads.
public struct PublisherValues<Output, Failure: Error>: AsyncSequence {
  /// The type of the elements.
  public typealias Element = Output

  let publisher: AnyPublisher<Output, Failure>
  let policy: BufferingPolicy

  /// Subscribes to the publisher, and returns an iterator of what it delivers.
  public func makeAsyncIterator() -> Iterator {
    Iterator(Storage(publisher, policy))
  }

  /// Takes the values of one subscription out of its buffer, one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let storage: Storage

    init(_ storage: Storage) {
      self.storage = storage
    }

    /// Returns the next value, and waits for it if there is none; `nil` at the end or when the task is cancelled.
    ///
    /// - Throws: The failure of the publisher.
    public mutating func next() async throws(Failure) -> Output? {
      try await next(isolation: nil)
    }

    /// Returns the next value on the caller's actor; see ``next()``.
    ///
    /// - Throws: The failure that ended the publisher.
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

  /// The state that an iterator and its subscription share.
  ///
  /// It is freed with the iterator, and ends the subscription.
  final class Storage {
    fileprivate var buffer = FIFOQueue<Output>()
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

/// Suspends one task until it is woken or cancelled, from any thread.
final class Waker: Sendable {
  private struct State {
    var isAwake = false
    var sleeper: Latch?
  }

  private let state = Mutex(State())

  /// Wakes the waiting task, or the next one that waits.
  func wake() {
    let sleeper = state.withLock { state in
      let sleeper = state.sleeper
      state.sleeper = nil
      if sleeper == nil { state.isAwake = true }
      return sleeper
    }
    sleeper?.open()
  }

  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      _ = isolation
      let latch = Latch()
      let isAwake = state.withLock { state in
        defer { state.isAwake = false }
        if !state.isAwake { state.sleeper = latch }
        return state.isAwake
      }
      if !isAwake { await latch.pass() }
    } onCancel: {
      wake()
    }
  }
}

extension Publisher {
  /// The values of this publisher for `for await`, including those that arrive while the body of the loop runs.
  ///
  /// (Combine's `values` drops these.) The sequence ends with the publisher and throws its failure. Cancelling the task
  /// or leaving the loop cancels the subscription. Two iterators are two subscriptions.
  public var values: PublisherValues<Output, Failure> { values(buffering: .unbounded) }

  /// Returns the values of this publisher for `for await`, with a buffer that may drop values when the loop is slower.
  ///
  /// - Precondition: The limit of `policy` is not negative.
  public func values(buffering policy: BufferingPolicy) -> PublisherValues<Output, Failure> {
    policy.checkLimit()
    return PublisherValues(publisher: eraseToAnyPublisher(), policy: policy)
  }
}
