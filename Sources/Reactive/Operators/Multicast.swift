/// A publisher that delivers nothing before it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts; the token stops it again.
  func connect() -> AnyCancellable
}

extension Publishers {
  /// Serves all subscribers from one subscription that begins with ``connect()``.
  public final class Multicast<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let subject: Subject<Output, Failure>

    init(upstream: Upstream, subject: Subject<Output, Failure>) {
      self.upstream = upstream
      self.subject = subject
    }

    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      subject.attach(observer, to: lifetime)
    }

    public func connect() -> AnyCancellable {
      let link = AnyCancellable()
      upstream.attach(
        Observer(wantsMarks: true) { [subject] signal in
          switch signal {
          case .value(let value): subject.hub.relay(value)
          case .mark: subject.hub.relayMark()
          case .nothing: subject.hub.relayNothing()
          case .completion(let completion): subject.send(completion: completion)
          }
        },
        to: link
      )
      return link
    }
  }
}

extension Publisher {
  /// Serves all subscribers from one subscription, which begins with ``ConnectablePublisher/connect()``, through
  /// `subject`.
  public func multicast(subject: Subject<Output, Failure>) -> Publishers.Multicast<Self> {
    Publishers.Multicast(upstream: self, subject: subject)
  }

  /// Serves all subscribers from one subscription, which begins with ``ConnectablePublisher/connect()``.
  public func multicast(_ createSubject: () -> Subject<Output, Failure>) -> Publishers.Multicast<Self> {
    multicast(subject: createSubject())
  }

  /// Delivers nothing before it is connected: several can subscribe before the first value.
  public func makeConnectable() -> Publishers.Multicast<Self> {
    multicast(subject: Subject())
  }
}

extension ConnectablePublisher {
  /// Connects with the first subscriber, and disconnects when the last one has left.
  public func autoconnect() -> AnyPublisher<Output, Failure> {
    var connection: AnyCancellable?
    var subscribers = 0
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      attach(observer, to: lifetime)
      guard !lifetime.isCancelled else { return }
      subscribers += 1
      lifetime.onCancel {
        subscribers -= 1
        guard subscribers == 0 else { return }
        let old = connection
        connection = nil
        old?.cancel()
      }
      if subscribers == 1, connection == nil { connection = connect() }
    }
  }
}
