import Algorithms

/// The output of an operator with several inputs.
///
/// It queues what one input sends while the output of another is being delivered.
///
/// States: open (`isSending` or not), done. After a completion or a cancellation nothing is delivered.
@usableFromInline
final class Outlet<Output, Failure: Error> {
  @usableFromInline let observer: Observer<Output, Failure>
  /// The lifetime of the inputs, which ends with the subscription downstream.
  @usableFromInline let inputs: AnyCancellable
  // Not checked at run time: each access ends before anything is sent.
  @usableFromInline @exclusivity(unchecked) var isSending = false
  @usableFromInline @exclusivity(unchecked) var isDone = false
  /// The queued signals, and whether each answers a mark.
  @usableFromInline @exclusivity(unchecked) var waiting = FIFOQueue<(signal: Signal<Output, Failure>, isAnswer: Bool)>()

  @inlinable
  init(_ observer: Observer<Output, Failure>, inputs: AnyCancellable) {
    self.observer = observer
    self.inputs = inputs
  }

  @inlinable
  func send(_ value: Output) {
    guard !isDone, !isSending else { return send(.value(value)) }
    guard !inputs.isCancelled else { return }
    isSending = true
    observer.send(value)
    if !waiting.isEmpty { drain() }
    isSending = false
  }

  /// Cancels the inputs, then sends the completion downstream.
  @inlinable
  func finish(_ completion: Completion<Failure>) {
    guard !isDone else { return }
    isDone = true
    if isSending {
      waiting.append((.completion(completion), isAnswer: false))
    } else {
      isSending = true
      pass(.completion(completion))
      isSending = false
    }
  }

  @inlinable
  func mark() { if !isDone { observer.mark() } }

  @inlinable
  var wantsMarks: Bool { observer.wantsMarks }

  @inlinable
  func nothing() { if wantsMarks { send(.nothing) } }

  /// Sends a signal downstream, or queues it.
  ///
  /// - Parameter isAnswer: Whether the signal answers a mark; ``dropWaiting()`` depends on it.
  @inlinable
  func send(_ signal: Signal<Output, Failure>, isAnswer: Bool = true) {
    guard !isDone else { return }
    if isSending { return waiting.append((signal, isAnswer)) }
    isSending = true
    pass(signal)
    if !waiting.isEmpty { drain() }
    isSending = false
  }

  @inlinable
  func drain() {
    while !waiting.isEmpty { pass(waiting.removeFirst().signal) }
    waiting = FIFOQueue()
  }

  /// Drops the queued values.
  ///
  /// For each that answers a mark, *nothing* is queued instead.
  ///
  /// - Precondition: No completion is queued.
  @inlinable
  func dropWaiting() {
    guard !waiting.isEmpty else { return }
    // Freed afterwards, since that may run a deinit that uses this outlet.
    let old = waiting
    waiting = FIFOQueue()
    if wantsMarks {
      var dropped = old
      while !dropped.isEmpty {
        if dropped.removeFirst().isAnswer { waiting.append((.nothing, isAnswer: true)) }
      }
    }
    withExtendedLifetime(old) {}
  }

  @inlinable
  func pass(_ signal: Signal<Output, Failure>) {
    guard !inputs.isCancelled else { return }
    if case .completion = signal { inputs.cancel() }
    observer.forward(signal)
  }
}
