import Dispatch
import Reactive
import Time

/// What waits for the result of an action that has been sent or queued.
typealias StartedAction = @MainActor () async throws -> JSONValue

/// A connection to an actor, which is made again whenever it is lost, until it is disposed.
///
/// Actions that are called without a connection wait for it; those that were sent when it is lost fail once. Events are
/// subscribed to again before the waiting actions are sent. An event that is broadcast while there is no connection is
/// lost.
@MainActor
public final class ActorConnection {
  private let handle: ActorHandle
  private let statusValue = CurrentValue<ActorConnStatus, Never>(.idle)
  private let errorSubject = Subject<ActorError, Never>()
  private let openSubject = Subject<Void, Never>()
  private let closeSubject = Subject<SocketClose, Never>()
  private var pending = UnansweredActions()
  /// The events that wait until the callers of earlier answers have resumed.
  private var held: ArraySlice<(event: ConnectionEvent, attempt: Int)> = []
  private let subscriptions = EventSubscriptions()

  private var client: RivetKitClient { handle.client }
  /// The number of this connection among those of its client.
  private(set) var number = 0
  private var requests: ServerRequests?
  /// The actor of the last attempt.
  private var actorID = ""
  private var attempt = 0
  private var backoff = ReconnectBackoff()
  private var opening: Task<Void, Never>?
  private var socket: (any TransportSocket)?
  private var timer: ScheduledAction?
  /// Whether the peer has sent anything since the last check.
  private(set) var hasHeard = true
  private var malformedCount = 0

  /// How long the server may take to find the actor and to send the first message.
  static let openLimit = Duration.seconds(15)
  /// How often a connection at rest is checked.
  ///
  /// A peer that has not answered by the next check is given up.
  static let pingInterval = Duration.seconds(25)

  /// The number of malformed messages after which a connection is given up.
  static let malformedLimit = 16

  init(_ handle: ActorHandle) {
    self.handle = handle
    if client.isDisposed {
      dispose()
    } else {
      number = client.add(self)
      connect()
    }
  }

  isolated deinit {
    opening?.cancel()
    timer?.cancel()
    socket?.close(code: 1000, reason: "Disposed")
  }

  // MARK: State

  /// The state of the connection: the current one, then each later one.
  public var status: CurrentValuePublisher<ActorConnStatus, Never> { statusValue.asCurrentValuePublisher() }

  /// The current state.
  public var currentStatus: ActorConnStatus { statusValue.value }

  /// The state as it changes, the current one first; see ``status``.
  public func statusChanges() -> AnyPublisher<ActorConnStatus, Never> { statusValue.eraseToAnyPublisher() }

  /// The errors that concern the connection or an event, not a single action.
  public func errors() -> AnyPublisher<ActorError, Never> { errorSubject.eraseToAnyPublisher() }

  /// Delivers whenever the connection has been made.
  public func opens() -> AnyPublisher<Void, Never> { openSubject.eraseToAnyPublisher() }

  /// Delivers whenever the connection has been lost, with the reason.
  public func closes() -> AnyPublisher<SocketClose, Never> { closeSubject.eraseToAnyPublisher() }

  /// The ids of the actor and of this connection, once the server has sent them.
  public private(set) var ids: (actor: String, connection: String)?

  /// The number of actions without an answer.
  public var pendingCount: Int { pending.count }

  /// The number of events that the server is asked for.
  public var subscriptionCount: Int { subscriptions.count }

  /// Ends the connection for good: actions fail with ``ActorConnDisposed``, and all publishers finish.
  ///
  /// Further calls have no effect.
  public func dispose() {
    guard currentStatus != .disposed else { return }
    client.remove(number)
    endAttempt()
    statusValue.send(.disposed)
    pending.failAll(ActorConnDisposed())
    subscriptions.finish()
    statusValue.send(completion: .finished)
    errorSubject.send(completion: .finished)
    openSubject.send(completion: .finished)
    closeSubject.send(completion: .finished)
  }

  // MARK: Actions

  /// Runs an action, and returns its result.
  ///
  /// It waits for a connection as long as it takes. Once it has been sent, its limit is 75 seconds, which
  /// is checked with each ping.
  ///
  /// - Throws: ``ActorError`` that the action throws, or ``ActorConnDisposed``.
  public func call(_ name: String, _ arguments: [JSONValue]) async throws -> JSONValue {
    try await start(name, arguments)()
  }

  /// Sends an action, or queues it, and returns what waits for its result.
  func start(_ name: String, _ arguments: [JSONValue]) -> StartedAction {
    if currentStatus == .disposed { return { throw ActorConnDisposed() } }
    let (id, message, result) = pending.add(name, arguments)
    if currentStatus == .connected {
      pending.markSent(id, at: client.scheduler.now)
      send(message)
    } else {
      pending.enqueue(id, message)
    }
    return { [self] in
      defer { didResume(id) }
      do {
        return try await result.value()
      } catch {
        pending.remove(id)
        throw error
      }
    }
  }

  /// Notes that the caller of an action resumes: held events are delivered in the next turn of the main queue.
  private func didResume(_ id: UInt64) {
    guard pending.didResume(id), !pending.hasResumingCallers, !held.isEmpty else { return }
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.deliverHeld() } }
  }

  // MARK: Events

  /// Delivers the arguments of each event with the given name.
  ///
  /// The server sends the event while there is a subscriber.
  public func events(_ name: String) -> AnyPublisher<[JSONValue], Never> {
    AnyPublisher { [weak self] observer, lifetime in
      guard let self, currentStatus != .disposed else {
        observer.send(completion: .finished)
        return
      }
      let (subject, isFirst) = subscriptions.add(name)
      if isFirst, currentStatus == .connected { send(.subscription(event: name, isOn: true)) }
      lifetime.onCancel { [weak self] in self?.unsubscribe(name) }
      subject.attach(observer, to: lifetime)
    }
  }

  private func unsubscribe(_ name: String) {
    if subscriptions.remove(name), currentStatus == .connected { send(.subscription(event: name, isOn: false)) }
  }

  /// Reports an event with arguments that do not fit, or a failed look-up of the server.
  func report(_ error: ActorError) { errorSubject.send(error) }

  // MARK: Connecting

  private func connect() {
    attempt += 1
    let attempt = attempt
    statusValue.send(.connecting)
    // An observer may have disposed of the connection.
    guard attempt == self.attempt else { return }
    client.takeTurn(self)
  }

  /// Makes the attempt, after those of other connections.
  func beginAttempt() {
    let attempt = attempt
    opening = Task { [weak self, handle] in
      do {
        // The client itself repeats and reports this.
        let requests = try await handle.client.requests()
        self?.limitAttempt(attempt)
        let id = try await handle.id(requests)
        self?.open(requests, id, attempt: attempt)
      } catch {
        self?.fail(error, attempt: attempt)
      }
    }
  }

  private func limitAttempt(_ attempt: Int) {
    guard attempt == self.attempt else { return }
    timer = client.scheduler.schedule(after: Self.openLimit) { [weak self] in
      self?.lose(.lost("The server did not answer in time."))
    }
  }

  private func open(_ requests: ServerRequests, _ id: String, attempt: Int) {
    guard attempt == self.attempt, !Task.isCancelled else { return }
    // A task that has ended still holds its memory.
    opening = nil
    self.requests = requests
    actorID = id
    socket = client.open(
      requests.connect(actor: id), protocols: requests.protocols(params: handle.params), for: number, attempt: attempt)
  }

  /// Handles a failure before there is a socket.
  private func fail(_ error: any Error, attempt: Int) {
    guard attempt == self.attempt, !Task.isCancelled else { return }
    lose(.lost("\(error)"), ActorError(connecting: error))
  }

  /// Handles an event of the socket, after the caller of each earlier answer has resumed.
  func receive(_ event: ConnectionEvent, attempt: Int) {
    if held.isEmpty, mayHandle(event) { return handle(event, attempt: attempt) }
    held.append((event, attempt))
  }

  private func mayHandle(_ event: ConnectionEvent) -> Bool { event.isAnswer || !pending.hasResumingCallers }

  private func deliverHeld() {
    while let (event, attempt) = held.first, mayHandle(event) {
      held.removeFirst()
      handle(event, attempt: attempt)
    }
  }

  private func handle(_ event: ConnectionEvent, attempt: Int) {
    guard attempt == self.attempt, currentStatus != .disposed else { return }
    hasHeard = true
    switch event {
    case .opened, .pong: break
    case .message(let message): handle(message)
    case .malformed: skipMalformed()
    case .closed(let close):
      socket = nil
      lose(close)
    }
  }

  private func handle(_ message: ServerMessage) {
    switch message {
    case .initial(let actor, let connection): didConnect(actor, connection)
    case .response(let id, let output):
      backoff.didReceive()
      pending.finish(id, .success(output))
    case .failure(let failure, let id?):
      backoff.didReceive()
      pending.finish(id, .failure(ActorError(failure)))
    case .failure(let failure, nil): failActions(ActorError(failure))
    case .event(let name, let arguments):
      backoff.didReceive()
      subscriptions.deliver(name, arguments)
    case .unknown: break
    }
  }

  private func skipMalformed() {
    malformedCount += 1
    failActions(.malformed)
    if malformedCount == Self.malformedLimit { lose(.lost("The server sends malformed messages.")) }
  }

  private func failActions(_ error: ActorError) {
    pending.failInFlight(error)
    report(error)
  }

  private func didConnect(_ actor: String, _ connection: String) {
    guard currentStatus == .connecting else { return }
    client.endTurn(number)
    ids = (actor, connection)
    malformedCount = 0
    backoff.didConnect(at: client.scheduler.now)
    timer?.cancel()
    startPings()
    // Before an observer of the status can subscribe or run an action.
    for name in subscriptions.names { send(.subscription(event: name, isOn: true)) }
    for message in pending.takeQueued(at: client.scheduler.now) { send(message) }
    statusValue.send(.connected)
    openSubject.send()
  }

  private func send(_ message: ClientMessage) {
    guard let requests else { return }
    socket?.send(requests.frame(message))
  }

  private func startPings() {
    hasHeard = true
    timer = client.scheduler.schedule(after: Self.pingInterval) { [weak self] in self?.checkPeer() }
  }

  private func checkPeer() {
    guard hasHeard else { return lose(.lost("The server does not answer any more.")) }
    pending.fail(sentBefore: client.scheduler.now - ActorHandle.actionLimit, .timedOut)
    socket?.ping()
    startPings()
    hasHeard = false
  }

  // MARK: Losing the connection

  /// Ends the current attempt, reports why, and starts the next one after a while.
  private func lose(_ close: SocketClose, _ error: ActorError? = nil) {
    let attempt = attempt
    if let error = error ?? ActorError(closing: close) {
      if error.isScheduling { reportScheduling(error) } else { report(error) }
    }
    // An observer may have disposed of the connection.
    guard attempt == self.attempt else { return }
    let wasConnected = currentStatus == .connected
    endAttempt()
    // The actor may have moved: the next attempt asks the server for it.
    if !wasConnected || close.code != 1000 { handle.forgetID() }
    statusValue.send(.disconnected)
    pending.failInFlight(ActorError.connectionLost)
    if wasConnected { closeSubject.send(close) }
    guard currentStatus == .disconnected else { return }
    let wait = backoff.next(at: client.scheduler.now, random: client.random())
    timer = client.scheduler.schedule(after: wait) { [weak self] in self?.connect() }
  }

  /// Asks the server why the actor could not be started, and reports it.
  private func reportScheduling(_ error: ActorError) {
    guard let requests else { return report(error) }
    Task { [weak self, handle, actorID] in
      let reason = await handle.schedulingError(error, actorID, requests) as? ActorSchedulingError
      // The connection may have been made or disposed while the server was asked.
      guard let self, currentStatus != .connected, currentStatus != .disposed else { return }
      report(reason.map { ActorError($0) } ?? error)
    }
  }

  private func endAttempt() {
    // Events of this attempt that are still on their way are ignored.
    attempt += 1
    client.endTurn(number)
    timer?.cancel()
    opening?.cancel()
    opening = nil
    socket?.close(code: 1000, reason: "Disposed")
    socket = nil
    ids = nil
  }
}
