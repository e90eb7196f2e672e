import Algorithms

extension Publishers {
  /// A publisher that joins the first values of two publishers, then the second values, and so on.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// The type of the values.
    public typealias Output = (A.Output, B.Output)
    /// The type of the failure.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that joins the values of two publishers.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Delivers to `observer`; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = ZipState<(FIFOQueue<A.Output>, FIFOQueue<B.Output>), Output, Failure>(
        (FIFOQueue(), FIFOQueue()), inputs: 2, observer: observer, lifetime: lifetime
      ) {
        ($0.0.removeFirst(), $0.1.removeFirst())
      }
      a.attach(state.input(0) { $0.0.append($1) }, to: state.outlet.inputs)
      b.attach(state.input(1) { $0.1.append($1) }, to: state.outlet.inputs)
    }
  }

  /// A publisher that joins the first values of three publishers, then the second values, and so on.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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

    /// Creates a publisher that joins the values of three publishers.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Delivers to `observer`; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = ZipState<(FIFOQueue<A.Output>, FIFOQueue<B.Output>, FIFOQueue<C.Output>), Output, Failure>(
        (FIFOQueue(), FIFOQueue(), FIFOQueue()), inputs: 3, observer: observer, lifetime: lifetime
      ) {
        ($0.0.removeFirst(), $0.1.removeFirst(), $0.2.removeFirst())
      }
      a.attach(state.input(0) { $0.0.append($1) }, to: state.outlet.inputs)
      b.attach(state.input(1) { $0.1.append($1) }, to: state.outlet.inputs)
      c.attach(state.input(2) { $0.2.append($1) }, to: state.outlet.inputs)
    }
  }

  /// A publisher that joins the first values of four publishers, then the second values, and so on.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

    /// Creates a publisher that joins the values of four publishers.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Delivers to `observer`; see ``Publisher/attach(_:to:)``.
    @inlinable
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let state = ZipState<
        (FIFOQueue<A.Output>, FIFOQueue<B.Output>, FIFOQueue<C.Output>, FIFOQueue<D.Output>), Output, Failure
      >(
        (FIFOQueue(), FIFOQueue(), FIFOQueue(), FIFOQueue()), inputs: 4, observer: observer, lifetime: lifetime
      ) {
        ($0.0.removeFirst(), $0.1.removeFirst(), $0.2.removeFirst(), $0.3.removeFirst())
      }
      a.attach(state.input(0) { $0.0.append($1) }, to: state.outlet.inputs)
      b.attach(state.input(1) { $0.1.append($1) }, to: state.outlet.inputs)
      c.attach(state.input(2) { $0.2.append($1) }, to: state.outlet.inputs)
      d.attach(state.input(3) { $0.3.append($1) }, to: state.outlet.inputs)
    }
  }
}

extension Publisher {
  /// Joins the n-th value of this publisher with the n-th value of `b`.
  ///
  /// Finishes as soon as no further pair is possible: when a publisher has finished and all its values have been used.
  /// Fails when either does.
  @inlinable
  public func zip<B: Publisher>(
    _ b: B
  ) -> Publishers.Zip<Self, B>
  where B.Failure == Failure {
    Publishers.Zip(self, b)
  }

  /// Delivers the result of `transform` for the n-th values of two publishers; see ``zip(_:)``.
  @inlinable
  public func zip<B: Publisher, T>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, B>, T>
  where B.Failure == Failure {
    zip(b).map { transform($0.0, $0.1) }
  }

  /// Joins the n-th values of three publishers; see ``zip(_:)``.
  @inlinable
  public func zip<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.Zip3<Self, B, C>
  where B.Failure == Failure, C.Failure == Failure {
    Publishers.Zip3(self, b, c)
  }

  /// Delivers the result of `transform` for the n-th values of three publishers; see ``zip(_:)``.
  @inlinable
  public func zip<B: Publisher, C: Publisher, T>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, B, C>, T>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b, c).map { transform($0.0, $0.1, $0.2) }
  }

  /// Joins the n-th values of four publishers; see ``zip(_:)``.
  @inlinable
  public func zip<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.Zip4<Self, B, C, D>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.Zip4(self, b, c, d)
  }

  /// Delivers the result of `transform` for the n-th values of four publishers; see ``zip(_:)``.
  @inlinable
  public func zip<B: Publisher, C: Publisher, D: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, B, C, D>, T>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    zip(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}
