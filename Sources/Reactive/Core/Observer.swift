/// What a publisher tells its observer.
///
/// Values and one completion are what everybody expects. The other two exist for joins. A source with a join downstream
/// sends in two steps: first a *mark* along each path ("something is on its way"), then the value. An operator passes
/// marks on, and answers *nothing* when it swallows the value. So a join waits for exactly those of its inputs that are
/// on their way.
///
/// Every mark is answered once, by a value or by ``nothing``; a completion answers all that are open. Values may come
/// unmarked: the first value of a ``CurrentValue``, and what crosses a scheduler.
public enum Signal<Output, Failure: Error> {
  /// A value, or ``nothing``, will follow before the source comes to rest.
  case mark
  case value(Output)
  /// What was announced by a mark has come to nothing.
  case nothing
  case completion(Completion<Failure>)
}

extension Signal: Sendable where Output: Sendable {}

/// The receiving end of a subscription.
///
/// Only authors of publishers meet it; everybody else writes ``Publisher/sink(receiveValue:)``.
public struct Observer<Input, Failure: Error> {
  /// Most subscriptions care for values alone: they are served by the closure the user wrote, with nothing wrapped
  /// around it.
  @usableFromInline
  enum Receiver {
    case values((Input) -> Void)
    case signals((Signal<Input, Failure>) -> Void)
  }

  @usableFromInline let receiver: Receiver

  /// Whether a join downstream waits for marks. Whoever sends marks to an observer that does not want them wastes its
  /// time and nothing else.
  public let wantsMarks: Bool

  /// An observer of everything.
  @inlinable
  public init(wantsMarks: Bool = false, _ receive: @escaping (Signal<Input, Failure>) -> Void) {
    receiver = .signals(receive)
    self.wantsMarks = wantsMarks
  }

  /// An observer of values alone.
  @inlinable
  public init(receiveValue: @escaping (Input) -> Void) {
    receiver = .values(receiveValue)
    wantsMarks = false
  }

  @inlinable
  public func send(_ value: Input) {
    switch receiver {
    case .values(let receive): receive(value)
    case .signals(let receive): receive(.value(value))
    }
  }

  @inlinable
  public func send(completion: Completion<Failure>) {
    if case .signals(let receive) = receiver { receive(.completion(completion)) }
  }

  /// Passes a signal on as it is.
  @inlinable
  public func forward(_ signal: Signal<Input, Failure>) {
    switch receiver {
    case .signals(let receive): receive(signal)
    case .values(let receive): if case .value(let value) = signal { receive(value) }
    }
  }

  /// Tells that a value, or ``nothing()``, will follow.
  @inlinable
  public func mark() {
    if wantsMarks, case .signals(let receive) = receiver { receive(.mark) }
  }

  /// Tells that what was announced has come to nothing.
  @inlinable
  public func nothing() {
    if wantsMarks, case .signals(let receive) = receiver { receive(.nothing) }
  }
}

extension Observer {
  /// An observer for the upstream of an operator that does something with values and lets all else through.
  ///
  /// For each value, `receiveValue` sends one downstream or calls ``nothing()``.
  @inlinable
  public func onValue<NewInput>(
    _ receiveValue: @escaping (NewInput) -> Void
  ) -> Observer<NewInput, Failure> {
    Observer<NewInput, Failure>(wantsMarks: wantsMarks) { [self] signal in
      switch signal {
      case .value(let value): receiveValue(value)
      case .mark: mark()
      case .nothing: nothing()
      case .completion(let completion): send(completion: completion)
      }
    }
  }

  /// Like ``onValue(_:)``, for an operator that has something to say at the end too.
  @inlinable
  public func onValue<NewInput, NewFailure: Error>(
    _ receiveValue: @escaping (NewInput) -> Void,
    onCompletion receiveCompletion: @escaping (Completion<NewFailure>) -> Void
  ) -> Observer<NewInput, NewFailure> {
    Observer<NewInput, NewFailure>(wantsMarks: wantsMarks) { [self] signal in
      switch signal {
      case .value(let value): receiveValue(value)
      case .mark: mark()
      case .nothing: nothing()
      case .completion(let completion): receiveCompletion(completion)
      }
    }
  }
}
