extension Publishers {
  /// Pairs of the first values of two publishers, of the second ones, and so on.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = ZipState<A.Output, B.Output, Failure>(Outlet(observer, inputs: lifetime.child()))
      a.attach(state.observerA, to: state.outlet.inputs)
      b.attach(state.observerB, to: state.outlet.inputs)
    }
  }
}

/// What `zip` keeps: the values of either side that wait for their partner. At any time one of the two buffers is
/// empty.
///
/// Each mark is passed on and answered by itself: by a pair, or by nothing when the value has to wait.
@usableFromInline
final class ZipState<A, B, Failure: Error> {
  @usableFromInline let outlet: Outlet<(A, B), Failure>
  @usableFromInline @exclusivity(unchecked) var a = Fifo<A>()
  @usableFromInline @exclusivity(unchecked) var b = Fifo<B>()
  @usableFromInline var isEndedA = false
  @usableFromInline var isEndedB = false
  @usableFromInline var owedA = 0
  @usableFromInline var owedB = 0

  @inlinable
  init(_ outlet: Outlet<(A, B), Failure>) {
    self.outlet = outlet
  }

  @inlinable
  var observerA: Observer<A, Failure> {
    Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
      switch signal {
      case .value(let value):
        a.append(value)
        if owedA > 0 { owedA -= 1 }
        pair()
      case .mark:
        owedA += 1
        outlet.mark()
      case .nothing:
        if owedA > 0 { owedA -= 1 }
        outlet.nothing()
      case .completion(.failure(let failure)): outlet.finish(.failure(failure))
      case .completion(.finished):
        isEndedA = true
        for _ in 0..<owedA { outlet.nothing() }
        finishIfDone()
      }
    }
  }

  @inlinable
  var observerB: Observer<B, Failure> {
    Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
      switch signal {
      case .value(let value):
        b.append(value)
        if owedB > 0 { owedB -= 1 }
        pair()
      case .mark:
        owedB += 1
        outlet.mark()
      case .nothing:
        if owedB > 0 { owedB -= 1 }
        outlet.nothing()
      case .completion(.failure(let failure)): outlet.finish(.failure(failure))
      case .completion(.finished):
        isEndedB = true
        for _ in 0..<owedB { outlet.nothing() }
        finishIfDone()
      }
    }
  }

  @inlinable
  func pair() {
    guard !a.isEmpty, !b.isEmpty else { return outlet.nothing() }
    outlet.send((a.removeFirst(), b.removeFirst()))
    finishIfDone()
  }

  /// A side that has ended and has nothing left can have no more partners.
  @inlinable
  func finishIfDone() {
    if (isEndedA && a.isEmpty) || (isEndedB && b.isEmpty) { outlet.finish(.finished) }
  }
}

extension Publisher {
  /// Pairs the n-th value of this publisher with the n-th of `b`.
  ///
  /// Finishes as soon as no further pair can come: when a side has finished and its values are used up. Fails when
  /// either does.
  @inlinable
  public func zip<B: Publisher>(_ b: B) -> Publishers.Zip<Self, B> where B.Failure == Failure {
    Publishers.Zip(self, b)
  }

  /// Delivers what `transform` makes of the n-th values of both publishers.
  @inlinable
  public func zip<B: Publisher, T>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, B>, T> where B.Failure == Failure {
    zip(b).map { transform($0.0, $0.1) }
  }

  /// Joins the n-th values of three publishers.
  @inlinable
  public func zip<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.Map<Publishers.Zip<Publishers.Zip<Self, B>, C>, (Output, B.Output, C.Output)>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b).zip(c).map { ($0.0.0, $0.0.1, $0.1) }
  }

  /// Joins the n-th values of four publishers.
  @inlinable
  public func zip<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  )
    -> Publishers.Map<
      Publishers.Zip<Publishers.Zip<Self, B>, Publishers.Zip<C, D>>, (Output, B.Output, C.Output, D.Output)
    > where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure
  {
    zip(b).zip(c.zip(d)).map { ($0.0.0, $0.0.1, $0.1.0, $0.1.1) }
  }
}
