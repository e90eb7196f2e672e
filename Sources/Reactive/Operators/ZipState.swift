/// The state of one `zip` subscription: the values of each input that wait for their counterparts.
///
/// `Buffers` is a tuple or an array of queues, one for each input. Each mark is passed on and answered by itself: by an
/// output, or by *nothing* when the value has to wait. An input stays subscribed, and its failure is passed on, until
/// no further output is possible.
@usableFromInline
final class ZipState<Buffers, Output, Failure: Error> {
  /// The state of one input.
  @usableFromInline
  struct Input {
    /// The number of values in the buffer of the input.
    @usableFromInline var waiting = 0
    @usableFromInline var marks = OpenMarks()
    @usableFromInline var isFinished = false

    @inlinable
    init() {}
  }

  @usableFromInline let outlet: Outlet<Output, Failure>
  @usableFromInline let takeFirst: (inout Buffers) -> Output
  // Each access ends before anything is called that could lead back here.
  @usableFromInline @exclusivity(unchecked) var buffers: Buffers
  @usableFromInline @exclusivity(unchecked) var inputs: ContiguousArray<Input>
  /// The number of inputs with an empty buffer.
  @usableFromInline @exclusivity(unchecked) var emptyCount: Int

  /// - Parameter takeFirst: Removes the first value of each buffer, none of which is empty, and joins them.
  @inlinable
  init(
    _ buffers: Buffers, inputs count: Int, observer: Observer<Output, Failure>, lifetime: AnyCancellable,
    takeFirst: @escaping (inout Buffers) -> Output
  ) {
    self.buffers = buffers
    self.takeFirst = takeFirst
    inputs = ContiguousArray(repeating: Input(), count: count)
    emptyCount = count
    outlet = Outlet(observer, inputs: lifetime.child())
  }

  /// The observer of one input; `store` appends a value to its buffer.
  @inlinable
  func input<Value>(_ index: Int, _ store: @escaping (inout Buffers, Value) -> Void) -> Observer<Value, Failure> {
    Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
      let isMarked = inputs[index].marks.count > 0
      guard inputs[index].marks.record(signal) else { return }
      switch signal {
      case .value(let value):
        store(&buffers, value)
        inputs[index].waiting += 1
        if inputs[index].waiting == 1 { emptyCount -= 1 }
        if emptyCount == 0 { sendNext() } else if isMarked { outlet.nothing() }
      case .mark: outlet.mark()
      case .nothing: outlet.nothing()
      case .completion(.failure(let failure)): outlet.finish(.failure(failure))
      case .completion(.finished):
        inputs[index].isFinished = true
        for _ in 0..<inputs[index].marks.settle() { outlet.nothing() }
        finishIfExhausted()
      }
    }
  }

  @inlinable
  func sendNext() {
    let output = takeFirst(&buffers)
    for index in inputs.indices {
      inputs[index].waiting -= 1
      if inputs[index].waiting == 0 { emptyCount += 1 }
    }
    outlet.send(output)
    finishIfExhausted()
  }

  /// Finishes when an input has finished and all its values have been used: no further output is possible.
  @inlinable
  func finishIfExhausted() {
    if inputs.contains(where: { $0.isFinished && $0.waiting == 0 }) { outlet.finish(.finished) }
  }
}
