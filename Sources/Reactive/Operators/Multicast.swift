/// A publisher that delivers nothing before it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts to deliver, until `lifetime` is cancelled or freed, which may happen during this call.
  ///
  /// Like ``Publisher/attach(_:to:)``, an implementation must not keep `lifetime` alive by what it keeps itself.
  func connect(to lifetime: AnyCancellable)
}

extension ConnectablePublisher {
  /// Starts to deliver, until the returned token is cancelled or freed.
  public func connect() -> AnyCancellable {
    let lifetime = AnyCancellable()
    connect(to: lifetime)
    return lifetime
  }
}

extension Publishers {
  /// A publisher that serves all subscribers from one subscription, which starts with
  /// ``ConnectablePublisher/connect()``.
  public final class Multicast<Upstream: Publisher>: ConnectablePublisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let subject: Subject<Output, Failure>

    init(upstream: Upstream, subject: Subject<Output, Failure>) {
      self.upstream = upstream
      self.subject = subject
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      subject.attach(observer, to: lifetime)
    }

    /// Subscribes to the upstream publisher and passes its signals on to the subject, until `lifetime` ends.
    public func connect(to lifetime: AnyCancellable) {
      let hub = subject.hub
      let marks = Box(OpenMarks())
      lifetime.onCancel {
        for _ in 0..<marks.value.settle() { hub.relayNothing() }
      }
      upstream.attach(
        Observer(wantsMarks: true) { signal in
          guard marks.value.record(signal) else { return }
          switch signal {
          case .value(let value): hub.relay(value, includingLate: false)
          case .mark: hub.relayMark()
          case .nothing: hub.relayNothing()
          case .completion(let completion): hub.send(completion: completion)
          }
        },
        to: lifetime
      )
    }
  }
}

extension Publisher {
  /// Serves all subscribers through `subject` from one subscription, which starts with
  /// ``ConnectablePublisher/connect()``.
  public func multicast(subject: Subject<Output, Failure>) -> Publishers.Multicast<Self> {
    Publishers.Multicast(upstream: self, subject: subject)
  }

  /// Serves all subscribers through a new subject from one subscription, which starts with
  /// ``ConnectablePublisher/connect()``.
  public func multicast(_ createSubject: () -> Subject<Output, Failure>) -> Publishers.Multicast<Self> {
    multicast(subject: createSubject())
  }

  /// Delivers nothing before it is connected, so that several subscribers receive the first value.
  public func makeConnectable() -> Publishers.Multicast<Self> {
    multicast(subject: Subject())
  }
}

extension ConnectablePublisher {
  /// Connects with the first subscriber, and disconnects when no subscriber is left.
  ///
  /// A subscription counts until it is cancelled or completes.
  public func autoconnect() -> AnyPublisher<Output, Failure> {
    let connector = Connector(self)
    return AnyPublisher { connector.attach($0, to: $1) }
  }
}

/// Counts the subscribers of a connectable publisher, and connects it while there are any.
private final class Connector<Upstream: ConnectablePublisher> {
  private let upstream: Upstream
  private var subscribers = 0
  private var connection: AnyCancellable?

  init(_ upstream: Upstream) {
    self.upstream = upstream
  }

  func attach(_ observer: Observer<Upstream.Output, Upstream.Failure>, to lifetime: AnyCancellable) {
    guard !lifetime.isCancelled else { return }
    let isCounted = Box(true)
    let leave = { [self] in
      guard isCounted.value else { return }
      isCounted.value = false
      subscribers -= 1
      if subscribers == 0 { disconnect() }
    }
    subscribers += 1
    lifetime.onCancel(leave)
    upstream.attach(
      observer.onCompletion { completion in
        leave()
        observer.send(completion: completion)
      },
      to: lifetime
    )
    connect()
  }

  private func connect() {
    guard subscribers > 0, connection == nil else { return }
    let link = AnyCancellable()
    // Kept before the upstream delivers its first values: the subscribers may end with them, and the connection too.
    connection = link
    upstream.connect(to: link)
  }

  private func disconnect() {
    let old = connection
    connection = nil
    old?.cancel()
  }
}
