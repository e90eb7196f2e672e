extension Publisher {
  /// Delivers, for each value of this publisher, the latest value of `other`; nothing before `other` has one.
  ///
  /// When both derive from one source, the latest value is the new one, whatever the order of subscription. Ends with
  /// this publisher; fails when either does.
  @inlinable
  public func withLatest<P: Publisher>(from other: P) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
    withLatest(from: other) { $1 }
  }

  /// Delivers the result of `transform` for each value of this publisher and the latest value of `other`; nothing
  /// before `other` has one.
  @inlinable
  public func withLatest<P: Publisher, T>(
    from other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> AnyPublisher<T, Failure> where P.Failure == Failure {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let state = WithLatestState(Outlet(observer, inputs: lifetime.child()), transform)
      other.attach(state.otherObserver, to: state.outlet.inputs)
      attach(state.mainObserver, to: state.outlet.inputs)
    }
  }
}

/// The state of one `withLatest(from:)` subscription.
///
/// Values of the main input wait in `pending` while the other input has open marks.
@usableFromInline
final class WithLatestState<Main, Other, Output, Failure: Error> {
  @usableFromInline let outlet: Outlet<Output, Failure>
  @usableFromInline let transform: (Main, Other) -> Output
  @usableFromInline @exclusivity(unchecked) var join = JoinMarks()
  @usableFromInline @exclusivity(unchecked) var pending: [Main] = []
  @usableFromInline @exclusivity(unchecked) var latest: Other?
  @usableFromInline @exclusivity(unchecked) var ending: Completion<Failure>?

  @inlinable
  init(_ outlet: Outlet<Output, Failure>, _ transform: @escaping (Main, Other) -> Output) {
    self.outlet = outlet
    self.transform = transform
  }

  @inlinable
  var mainObserver: Observer<Main, Failure> {
    Observer(wantsMarks: true) { [self] signal in
      switch signal {
      case .value(let value):
        pending.append(value)
        join.answer(0)
      case .mark: if join.mark(0) { outlet.mark() }
      case .nothing: join.answer(0)
      case .completion(let completion):
        join.end(0)
        ending = completion
      }
      settle()
    }
  }

  @inlinable
  var otherObserver: Observer<Other, Failure> {
    Observer(wantsMarks: true) { [self] signal in
      switch signal {
      case .value(let value):
        latest = value
        join.answer(1)
      case .mark: if join.mark(1) { outlet.mark() }
      case .nothing: join.answer(1)
      case .completion(.failure(let failure)): return outlet.finish(.failure(failure))
      case .completion(.finished): join.end(1)
      }
      settle()
    }
  }

  @inlinable
  func settle() {
    guard join.isSettled else { return }
    let values = pending
    pending = []
    let isAnnounced = join.isAnnounced
    join.isAnnounced = false
    if let latest, !values.isEmpty {
      for value in values { outlet.send(transform(value, latest)) }
    } else if isAnnounced {
      outlet.nothing()
    }
    if let ending { outlet.finish(ending) }
  }
}
