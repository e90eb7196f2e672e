/// The way out of an operator with several inputs: what one input sends while the output of another is being delivered waits its turn.
///
/// States: open (`isSending` or not), done. Once done, by a completion or because the subscription was cancelled, nothing gets out.
@usableFromInline
final class Outlet<Output, Failure: Error> {
  @usableFromInline let receive: (Signal<Output, Failure>) -> Void
  @usableFromInline let wantsMarks: Bool
  /// What the inputs are attached to; ends with the subscription downstream.
  @usableFromInline let inputs: AnyCancellable
  @usableFromInline var isSending = false
  @usableFromInline var isDone = false
  @usableFromInline var waiting: [Signal<Output, Failure>] = []

  @inlinable
  init(_ observer: Observer<Output, Failure>, inputs: AnyCancellable) {
    receive = observer.receive
    wantsMarks = observer.wantsMarks
    self.inputs = inputs
  }

  @inlinable
  func send(_ value: Output) { send(.value(value)) }

  /// Ends the inputs, and then tells downstream.
  @inlinable
  func finish(_ completion: Completion<Failure>) {
    guard !isDone else { return }
    isDone = true
    if isSending {
      waiting.append(.completion(completion))
    } else {
      isSending = true
      pass(.completion(completion))
      isSending = false
    }
  }

  @inlinable
  func mark() { if wantsMarks, !isDone { receive(.mark) } }

  @inlinable
  func nothing() { if wantsMarks { send(.nothing) } }

  @inlinable
  func send(_ signal: Signal<Output, Failure>) {
    guard !isDone else { return }
    if isSending { return waiting.append(signal) }
    isSending = true
    pass(signal)
    if !waiting.isEmpty { drain() }
    isSending = false
  }

  @usableFromInline
  func drain() {
    var next = 0
    while next < waiting.count {
      pass(waiting[next])
      next += 1
    }
    waiting = []
  }

  @inlinable
  func pass(_ signal: Signal<Output, Failure>) {
    guard !inputs.isCancelled else { return }
    if case .completion = signal { inputs.cancel() }
    receive(signal)
  }
}
