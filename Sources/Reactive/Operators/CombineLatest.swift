/// The state of one `combineLatest` subscription: the latest value and the open marks of each input.
///
/// `Values` is a tuple of optionals; `combine` returns an output when none of them is `nil`.
@usableFromInline
final class LatestValues<Values, Output, Failure: Error> {
  // Each access ends before anything is called that could lead back here.
  @usableFromInline @exclusivity(unchecked) var values: Values
  @usableFromInline @exclusivity(unchecked) var join: JoinMarks
  @usableFromInline let outlet: Outlet<Output, Failure>
  @usableFromInline let inputCount: Int
  @usableFromInline let combine: (Values) -> Output?

  @inlinable
  init(
    _ values: Values, inputs: Int, observer: Observer<Output, Failure>, lifetime: AnyCancellable,
    combine: @escaping (Values) -> Output?
  ) {
    self.values = values
    self.combine = combine
    inputCount = inputs
    join = JoinMarks(inputs: inputs)
    outlet = Outlet(observer, inputs: lifetime.child())
  }

  /// Returns the observer of one input; `store` keeps its value.
  @inlinable
  func input<Input>(_ index: Int, _ store: @escaping (inout Values, Input) -> Void) -> Observer<Input, Failure> {
    Observer(wantsMarks: true) { [self] value in
      store(&values, value)
      join.isFresh = true
      join.answer(index)
      settle()
    } receiveNotice: { [self] notice in
      switch notice {
      case .mark:
        if join.mark(index) { outlet.mark() }
      case .nothing:
        join.answer(index)
        settle()
      case .completion(.failure(let failure)):
        outlet.finish(.failure(failure))
      case .completion(.finished):
        join.end(index)
        settle()
        if join.ended == inputCount { outlet.finish(.finished) }
      }
    }
  }

  @inlinable
  func settle() {
    guard join.isSettled, join.isFresh || join.isAnnounced else { return }
    join.isAnnounced = false
    if join.isFresh, let output = combine(values) {
      join.isFresh = false
      outlet.send(output)
    } else {
      outlet.nothing()
    }
  }
}

extension Publishers {
  /// A publisher that combines the latest values of two publishers.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// The type of the values.
    public typealias Output = (A.Output, B.Output)
    /// The type of the failure.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that combines the latest values of two publishers.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let none: (A.Output?, B.Output?) = (nil, nil)
      let latest = LatestValues(none, inputs: 2, observer: observer, lifetime: lifetime) { values -> Output? in
        guard let a = values.0, let b = values.1 else { return nil }
        return (a, b)
      }
      a.attach(latest.input(0) { $0.0 = $1 }, to: latest.outlet.inputs)
      b.attach(latest.input(1) { $0.1 = $1 }, to: latest.outlet.inputs)
    }
  }

  /// A publisher that combines the latest values of three publishers.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure {
    /// The type of the values.
    public typealias Output = (A.Output, B.Output, C.Output)
    /// The type of the failure.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates a publisher that combines the latest values of three publishers.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let none: (A.Output?, B.Output?, C.Output?) = (nil, nil, nil)
      let latest = LatestValues(none, inputs: 3, observer: observer, lifetime: lifetime) { values -> Output? in
        guard let a = values.0, let b = values.1, let c = values.2 else { return nil }
        return (a, b, c)
      }
      a.attach(latest.input(0) { $0.0 = $1 }, to: latest.outlet.inputs)
      b.attach(latest.input(1) { $0.1 = $1 }, to: latest.outlet.inputs)
      c.attach(latest.input(2) { $0.2 = $1 }, to: latest.outlet.inputs)
    }
  }

  /// A publisher that combines the latest values of four publishers.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
    /// The type of the values.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// The type of the failure.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates a publisher that combines the latest values of four publishers.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let none: (A.Output?, B.Output?, C.Output?, D.Output?) = (nil, nil, nil, nil)
      let latest = LatestValues(none, inputs: 4, observer: observer, lifetime: lifetime) { values -> Output? in
        guard let a = values.0, let b = values.1, let c = values.2, let d = values.3 else { return nil }
        return (a, b, c, d)
      }
      a.attach(latest.input(0) { $0.0 = $1 }, to: latest.outlet.inputs)
      b.attach(latest.input(1) { $0.1 = $1 }, to: latest.outlet.inputs)
      c.attach(latest.input(2) { $0.2 = $1 }, to: latest.outlet.inputs)
      d.attach(latest.input(3) { $0.3 = $1 }, to: latest.outlet.inputs)
    }
  }
}

extension Publisher {
  /// Delivers the latest values of both publishers whenever one of them delivers a value, once both have one.
  ///
  /// When both derive from one source, or their sources change in one ``transaction(_:body:)``, one change gives one
  /// output, in which both values are new. Finishes when both have finished; fails with the first failure.
  @inlinable
  public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B> where B.Failure == Failure {
    Publishers.CombineLatest(self, b)
  }

  /// Delivers the result of `transform` for the latest values of both publishers.
  @inlinable
  public func combineLatest<B: Publisher, T>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T> where B.Failure == Failure {
    combineLatest(b).map { transform($0.0, $0.1) }
  }

  /// Delivers the latest values of three publishers; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
    Publishers.CombineLatest3(self, b, c)
  }

  /// Delivers the result of `transform` for the latest values of three publishers.
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher, T>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T> where B.Failure == Failure, C.Failure == Failure {
    combineLatest(b, c).map { transform($0.0, $0.1, $0.2) }
  }

  /// Delivers the latest values of four publishers; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.CombineLatest4<Self, B, C, D>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.CombineLatest4(self, b, c, d)
  }

  /// Delivers the result of `transform` for the latest values of four publishers.
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, B, C, D>, T>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    combineLatest(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}
