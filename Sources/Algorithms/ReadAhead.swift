import Dispatch
import Synchronization

/// Produces values on a thread of its own, while the calling thread consumes those before them in the same order.
///
/// Only a few values are produced ahead, so memory does not grow with their number. The producer has ended when the
/// function returns or throws.
///
/// - Parameters:
///   - limit: The greatest number of values that wait to be consumed.
///   - produce: Passes each value to its argument, which throws `CancellationError` after `consume` has thrown.
///   - consume: Receives each value on the calling thread.
/// - Precondition: `limit` is positive.
/// - Returns: The result of `produce`.
/// - Throws: The error of `consume`, or that of `produce` after the values before it have been consumed.
package func readAhead<Value: Sendable, Output: Sendable>(
  limit: Int, produce: @escaping @Sendable (_ send: (Value) throws(CancellationError) -> Void) throws -> Output,
  consume: (Value) throws -> Void
) throws -> Output {
  precondition(limit > 0, "reading ahead needs room for a value")
  let values = ValuesAhead<Value, Output>(limit: limit)
  DispatchQueue(label: "read ahead", qos: .userInitiated).async {
    values.end(Result { try produce { value throws(CancellationError) in try values.send(value) } })
  }
  while true {
    switch values.next() {
    case .end(let result): return try result.get()
    case .value(let value):
      do {
        try consume(value)
      } catch {
        values.cancel()
        throw error
      }
    }
  }
}

/// The values between the two threads of ``readAhead(limit:produce:consume:)``.
private final class ValuesAhead<Value: Sendable, Output: Sendable>: Sendable {
  enum Item: Sendable {
    case value(Value)
    case end(Result<Output, any Error>)
  }

  private struct State {
    var items: [Item] = []
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// Counts the places for values.
  private let places = DispatchSemaphore(value: 0)
  /// Counts the items.
  private let items = DispatchSemaphore(value: 0)

  init(limit: Int) {
    // A semaphore may not be released with a lower count than it was made with.
    for _ in 0..<limit { places.signal() }
  }

  func send(_ value: Value) throws(CancellationError) {
    places.wait()
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.items.append(.value(value)) }
      return state.isCancelled
    }
    guard !isCancelled else {
      places.signal()
      throw CancellationError()
    }
    items.signal()
  }

  func end(_ result: Result<Output, any Error>) {
    state.withLock { $0.items.append(.end(result)) }
    items.signal()
  }

  /// The next item, as soon as there is one.
  func next() -> Item {
    items.wait()
    defer { places.signal() }
    return state.withLock { $0.items.removeFirst() }
  }

  /// Ends the producer, and waits until it has ended.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    while case .value = next() {}
  }
}
