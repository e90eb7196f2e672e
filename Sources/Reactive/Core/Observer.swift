/// An event that a publisher sends to its observer.
///
/// Besides values and a completion there are two signals for joins. A source with a join downstream sends in two steps:
/// first a *mark* along each path, which announces a value, then the value. An operator passes marks on, and sends
/// *nothing* when it drops the value. A join therefore waits for exactly those inputs that have a value on its way.
///
/// Every mark is answered once, by a value or by ``nothing``; a completion answers all open marks. Some values are not
/// marked: the first value of a ``CurrentValue``, and values that cross a scheduler.
public enum Signal<Output, Failure: Error> {
  /// A value, or ``nothing``, will follow before the source comes to rest.
  case mark
  /// A value.
  case value(Output)
  /// The value that a mark announced was dropped.
  case nothing
  /// The publisher ends.
  case completion(Completion<Failure>)
}

extension Signal: Sendable where Output: Sendable {}

/// An event other than a value; see ``Signal``.
public enum Notice<Failure: Error> {
  /// A value, or ``nothing``, will follow before the source comes to rest.
  case mark
  /// The value that a mark announced was dropped.
  case nothing
  /// The publisher ends.
  case completion(Completion<Failure>)
}

extension Notice: Sendable {}

extension Signal {
  /// Creates the signal that corresponds to a notice.
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
/// Only authors of publishers need it; other code calls ``Publisher/sink(receiveValue:)``.
public struct Observer<Input, Failure: Error> {
  // Values have a closure of their own, so that a chain of operators is a chain of closures. An operator that handles
  // values only passes on the other closure unchanged, so that notices bypass it.
  @usableFromInline let receiveValue: (Input) -> Void
  /// `nil` for an observer of values alone.
  @usableFromInline let receiveNotice: ((Notice<Failure>) -> Void)?

  /// Whether a join downstream waits for marks.
  ///
  /// Marks for an observer that does not want them are harmless and wasted.
  public let wantsMarks: Bool

  @inlinable
  init(wantsMarks: Bool, receiveValue: @escaping (Input) -> Void, receiveNotice: ((Notice<Failure>) -> Void)?) {
    self.receiveValue = receiveValue
    self.receiveNotice = receiveNotice
    self.wantsMarks = wantsMarks
  }

  /// Creates an observer of all signals with one closure.
  @inlinable
  public init(wantsMarks: Bool = false, _ receive: @escaping (Signal<Input, Failure>) -> Void) {
    self.init(wantsMarks: wantsMarks, receiveValue: { receive(.value($0)) }, receiveNotice: { receive(Signal($0)) })
  }

  /// Creates an observer of values and notices.
  @inlinable
  public init(
    wantsMarks: Bool = false, receiveValue: @escaping (Input) -> Void,
    receiveNotice: @escaping (Notice<Failure>) -> Void
  ) {
    self.init(wantsMarks: wantsMarks, receiveValue: receiveValue, receiveNotice: Optional(receiveNotice))
  }

  /// Creates an observer of values alone.
  @inlinable
  public init(receiveValue: @escaping (Input) -> Void) {
    self.init(wantsMarks: false, receiveValue: receiveValue, receiveNotice: nil)
  }

  /// Delivers a value.
  @inlinable
  public func send(_ value: Input) { receiveValue(value) }

  /// Delivers the completion.
  @inlinable
  public func send(completion: Completion<Failure>) { receiveNotice?(.completion(completion)) }

  /// Delivers a signal.
  @inlinable
  public func forward(_ signal: Signal<Input, Failure>) {
    switch signal {
    case .value(let value): receiveValue(value)
    case .mark: receiveNotice?(.mark)
    case .nothing: receiveNotice?(.nothing)
    case .completion(let completion): receiveNotice?(.completion(completion))
    }
  }

  /// Delivers a notice.
  @inlinable
  public func forward(_ notice: Notice<Failure>) { receiveNotice?(notice) }

  /// Announces that a value, or ``nothing()``, will follow.
  @inlinable
  public func mark() { if wantsMarks { receiveNotice?(.mark) } }

  /// Answers a mark when its value was dropped.
  @inlinable
  public func nothing() { if wantsMarks { receiveNotice?(.nothing) } }
}

extension Observer {
  /// Returns an observer for the upstream of an operator that handles values and passes notices on.
  ///
  /// For each value, `receiveValue` sends a value downstream or calls ``nothing()``.
  @inlinable
  public func onValue<NewInput>(
    _ receiveValue: @escaping (NewInput) -> Void
  ) -> Observer<NewInput, Failure> {
    Observer<NewInput, Failure>(wantsMarks: wantsMarks, receiveValue: receiveValue, receiveNotice: receiveNotice)
  }

  /// Returns an observer for the upstream of an operator that handles values and the completion; see ``onValue(_:)``.
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

  /// Returns an observer that handles values like this one, and the completion with `receiveCompletion`.
  @inlinable
  public func onCompletion<NewFailure: Error>(
    _ receiveCompletion: @escaping (Completion<NewFailure>) -> Void
  ) -> Observer<Input, NewFailure> {
    onValue(receiveValue, onCompletion: receiveCompletion)
  }
}
