extension Publishers {
  /// A publisher that serves all subscribers from one subscription; see ``Publisher/share(file:line:)``.
  public final class Share<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    // States: idle (no subscriber, no upstream), connected (one upstream, hub with subscribers), ended (the hub is
    // closed).
    private let upstream: Upstream
    private let hub: Hub<Output, Failure>
    private let replayed: Int
    private var buffer: [Output] = []
    private var connection: AnyCancellable?
    private var subscribers = 0

    init(upstream: Upstream, replay: Int, label: SourceLabel) {
      self.upstream = upstream
      replayed = replay
      hub = Hub(label: label)
    }

    /// The number of current subscribers.
    public var subscriberCount: Int { hub.count }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    ///
    /// - Complexity: O(*n*), where *n* is the number of replayed values; the first subscription also connects.
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      guard !lifetime.isCancelled else { return }
      let replay = buffer
      // A completion that is sent during the replay reaches the observer through the hub.
      let ended = hub.completion
      if ended == nil {
        _ = hub.attach(observer, to: lifetime)
        subscribers += 1
        lifetime.onCancel { [self] in leave() }
      }
      hub.delivering {
        for value in replay {
          guard !lifetime.isCancelled else { return }
          observer.send(value)
        }
      }
      guard !lifetime.isCancelled else { return }
      if let ended {
        observer.send(completion: ended)
      } else if connection == nil, hub.completion == nil {
        connect()
      }
    }

    private func connect() {
      let link = AnyCancellable()
      connection = link
      upstream.attach(
        Observer(wantsMarks: true) { [self] signal in
          switch signal {
          case .value(let value):
            if replayed > 0 {
              buffer.append(value)
              if buffer.count > replayed { buffer.removeFirst() }
            }
            hub.relay(value, includingLate: replayed > 0)
          case .mark: hub.relayMark()
          case .nothing: hub.relayNothing()
          case .completion(let completion):
            subscribers = 0
            hub.send(completion: completion)
          }
        },
        to: link
      )
    }

    private func leave() {
      guard subscribers > 0 else { return }
      subscribers -= 1
      guard subscribers == 0 else { return }
      let old = connection
      connection = nil
      buffer = []
      hub.forgetRelayedMarks()
      old?.cancel()
    }
  }
}

extension Publisher {
  /// Serves all subscribers from one subscription, so that the work upstream is done once.
  ///
  /// Subscribes upstream with the first subscriber, cancels when no subscriber is left, and subscribes again with the
  /// next one. Late subscribers do not receive earlier values; after the completion they receive it alone.
  public func share(file: StaticString = #fileID, line: UInt = #line) -> Publishers.Share<Self> {
    Publishers.Share(upstream: self, replay: 0, label: SourceLabel(name: nil, file: file, line: line))
  }

  /// Serves all subscribers from one subscription; late subscribers first receive the last `count` values, also after
  /// the completion.
  ///
  /// See ``share(file:line:)``.
  ///
  /// - Precondition: `count` is not negative.
  public func share(
    replay count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Share<Self> {
    precondition(count >= 0, "share needs a count that is not negative")
    return Publishers.Share(upstream: self, replay: count, label: SourceLabel(name: nil, file: file, line: line))
  }
}
