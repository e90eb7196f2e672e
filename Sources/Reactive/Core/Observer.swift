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

/// What a publisher tells besides values; see ``Signal``.
public enum Notice<Failure: Error> {
  case mark
  case nothing
  case completion(Completion<Failure>)
}

extension Notice: Sendable {}

extension Signal {
  /// A notice as a signal.
  @inlinable
  public init(_ notice: Notice<Failure>) {
    switch notice {
    case .mark: self = .mark
    case .nothing: self = .nothing
    case .completion(let completion): self = .completion(completion)
    }
  }
}

/// The receiving end of a subscription.
///
/// Only authors of publishers meet it; everybody else writes ``Publisher/sink(receiveValue:)``.
public struct Observer<Input, Failure: Error> {
  // Values have a closure of their own, so that a chain of operators is a chain of closures and nothing else; and an
  // operator that only does something with values hands on the other closure as it is, so that what is told besides
  // values goes past it.
  @usableFromInline let receiveValue: (Input) -> Void
  /// `nil` for those who care for values alone.
  @usableFromInline let receiveNotice: ((Notice<Failure>) -> Void)?

  /// Whether a join downstream waits for marks. Whoever sends marks to an observer that does not want them wastes its
  /// time and nothing else.
  public let wantsMarks: Bool

  @inlinable
  init(wantsMarks: Bool, receiveValue: @escaping (Input) -> Void, receiveNotice: ((Notice<Failure>) -> Void)?) {
    self.receiveValue = receiveValue
    self.receiveNotice = receiveNotice
    self.wantsMarks = wantsMarks
  }

  /// An observer of everything, in one closure.
  @inlinable
  public init(wantsMarks: Bool = false, _ receive: @escaping (Signal<Input, Failure>) -> Void) {
    self.init(wantsMarks: wantsMarks, receiveValue: { receive(.value($0)) }, receiveNotice: { receive(Signal($0)) })
  }

  /// An observer of everything.
  @inlinable
  public init(
    wantsMarks: Bool = false, receiveValue: @escaping (Input) -> Void,
    receiveNotice: @escaping (Notice<Failure>) -> Void
  ) {
    self.init(wantsMarks: wantsMarks, receiveValue: receiveValue, receiveNotice: Optional(receiveNotice))
  }

  /// An observer of values alone.
  @inlinable
  public init(receiveValue: @escaping (Input) -> Void) {
    self.init(wantsMarks: false, receiveValue: receiveValue, receiveNotice: nil)
  }

  @inlinable
  public func send(_ value: Input) { receiveValue(value) }

  @inlinable
  public func send(completion: Completion<Failure>) { receiveNotice?(.completion(completion)) }

  /// Passes a signal on as it is.
  @inlinable
  public func forward(_ signal: Signal<Input, Failure>) {
    switch signal {
    case .value(let value): receiveValue(value)
    case .mark: receiveNotice?(.mark)
    case .nothing: receiveNotice?(.nothing)
    case .completion(let completion): receiveNotice?(.completion(completion))
    }
  }

  /// Passes a notice on as it is.
  @inlinable
  public func forward(_ notice: Notice<Failure>) { receiveNotice?(notice) }

  /// Tells that a value, or ``nothing()``, will follow.
  @inlinable
  public func mark() { if wantsMarks { receiveNotice?(.mark) } }

  /// Tells that what was announced has come to nothing.
  @inlinable
  public func nothing() { if wantsMarks { receiveNotice?(.nothing) } }
}

extension Observer {
  /// An observer for the upstream of an operator that does something with values and lets all else through.
  ///
  /// For each value, `receiveValue` sends one downstream or calls ``nothing()``.
  @inlinable
  public func onValue<NewInput>(
    _ receiveValue: @escaping (NewInput) -> Void
  ) -> Observer<NewInput, Failure> {
    Observer<NewInput, Failure>(wantsMarks: wantsMarks, receiveValue: receiveValue, receiveNotice: receiveNotice)
  }

  /// Like ``onValue(_:)``, for an operator that has something to say at the end too.
  @inlinable
  public func onValue<NewInput, NewFailure: Error>(
    _ receiveValue: @escaping (NewInput) -> Void,
    onCompletion receiveCompletion: @escaping (Completion<NewFailure>) -> Void
  ) -> Observer<NewInput, NewFailure> {
    Observer<NewInput, NewFailure>(wantsMarks: wantsMarks, receiveValue: receiveValue) { [self] notice in
      switch notice {
      case .mark: mark()
      case .nothing: nothing()
      case .completion(let completion): receiveCompletion(completion)
      }
    }
  }

  /// An observer that does the same with values, and something else at the end.
  @inlinable
  public func onCompletion<NewFailure: Error>(
    _ receiveCompletion: @escaping (Completion<NewFailure>) -> Void
  ) -> Observer<Input, NewFailure> {
    onValue(receiveValue, onCompletion: receiveCompletion)
  }
}
