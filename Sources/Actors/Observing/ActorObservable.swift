import Algorithms
import Reactive
import Time

/// An actor that a view controller or a view model uses: its connection while it is enabled, and what binds to views.
///
///     dot.isOnBinding *= $chat.isConnected
///     try await $chat.action("send", "Hello")
///
/// The actor is made if it does not exist. All observers with the same ``hash`` share one connection.
@MainActor
public final class ActorObservable: ActorCaller {
  private let statusValue = CurrentValue<ActorConnStatus, Never>(.idle)
  private let errorValue = CurrentValue<ActorError?, Never>(nil)
  private let connectionValue = CurrentValue<ActorConnection?, Never>(nil)
  private let connectedValue = CurrentValue<Bool, Never>(false)
  private let handleValue = CurrentValue<ActorHandle?, Never>(nil)
  private let keptHash: CurrentValue<String, Never>

  /// Which actor is observed; another name, key or params end the connection and make a new one.
  public let opts: CurrentValue<ActorOpts, Never>
  /// Whether there is a connection; it binds in both directions: `toggle.isOnBinding *= $chat.enabled`.
  public let enabled: CurrentValue<Bool, Never>

  private let configurationError: ActorError?
  private var context: RivetKitContext?
  private weak var scope: (any EnvironmentNode)?
  private var current: (client: RivetKitClient, hash: String, shared: SharedConnections.Shared)?
  private var inputs: [AnyCancellable] = []
  private var contextToken: AnyCancellable?
  private var scopeToken: AnyCancellable?
  private var connectionTokens: [AnyCancellable] = []

  /// Creates an observer, which connects once it has a client.
  ///
  /// - Parameters:
  ///   - opts: The actor.
  ///   - enabled: Whether it connects.
  ///   - configurationError: Why it cannot.
  public init(_ opts: ActorOpts, enabled: Bool = true, configurationError: ActorError? = nil) {
    self.opts = CurrentValue(opts)
    keptHash = CurrentValue(opts.hash)
    self.enabled = CurrentValue(enabled)
    self.configurationError = configurationError
    inputs = [
      self.opts.sink { [weak self] _ in self?.update() }, self.enabled.sink { [weak self] _ in self?.update() },
    ]
  }

  isolated deinit {
    leave(atOnce: false)
  }

  // MARK: State

  /// The state of the connection; never ``ActorConnStatus/disposed``.
  public var connStatus: CurrentValuePublisher<ActorConnStatus, Never> { statusValue.asCurrentValuePublisher() }

  /// Whether actions are answered and events delivered.
  public var isConnected: CurrentValuePublisher<Bool, Never> { connectedValue.asCurrentValuePublisher() }

  /// The last error of the connection, of an event or of the configuration.
  ///
  /// The next attempt to connect clears it, and so does ``enabled``.
  public var error: CurrentValuePublisher<ActorError?, Never> { errorValue.asCurrentValuePublisher() }

  /// The connection; `nil` while there is none.
  public var connection: CurrentValuePublisher<ActorConnection?, Never> { connectionValue.asCurrentValuePublisher() }

  /// The handle for actions without a connection; `nil` without a client or while it is not enabled.
  public var handle: CurrentValuePublisher<ActorHandle?, Never> { handleValue.asCurrentValuePublisher() }

  /// What observers must have in common to share a connection.
  public var hash: CurrentValuePublisher<String, Never> { keptHash.asCurrentValuePublisher() }

  // MARK: Client

  /// Uses a client, whatever the scope of the owner uses: for view models, which have no scope.
  public func rivetKit(client: RivetKitClient) {
    scope = nil
    scopeToken = nil
    let context = RivetKitContext()
    context.set { client }
    use(context)
  }

  /// Uses the client of a scope, when the owner of this observer accesses it.
  ///
  /// The scope is asked again whenever a client is set on one, since that one may be nearer, and whenever one moves.
  func adopt(_ scope: any EnvironmentNode) {
    guard context == nil || self.scope != nil else { return }
    self.scope = scope
    if scopeToken == nil {
      let number = EnvironmentChanges.observe { [weak self] in self?.readScope() }
      scopeToken = AnyCancellable { EnvironmentChanges.end(number) }
    }
    readScope()
  }

  private func readScope() {
    guard let found = scope?.rivetKitContext else { return update() }
    if context !== found { use(found) }
  }

  private func use(_ context: RivetKitContext) {
    self.context = context
    contextToken = context.client.sink { [weak self] _ in self?.update() }
  }

  // MARK: Connection

  /// Makes the connection fit the client, the options and whether it is enabled.
  private func update() {
    let hash = opts.value.hash
    if keptHash.value != hash { keptHash.value = hash }
    guard enabled.value else {
      leave(atOnce: true)
      if errorValue.value != nil { errorValue.value = nil }
      if statusValue.value != .idle { statusValue.value = .idle }
      return
    }
    if let configurationError { return fail(configurationError) }
    switch context?.client.value {
    case nil: if scope != nil { fail(.notConfigured) }
    case .failure(let error)?: fail(error)
    case .success(let client)?:
      if let current, current.client === client, current.hash == hash { return }
      leave(atOnce: current.map { $0.client !== client || $0.hash != hash } ?? true)
      enter(client, hash)
    }
  }

  private func fail(_ error: ActorError) {
    leave(atOnce: true)
    if errorValue.value != error { errorValue.value = error }
    if statusValue.value != .disconnected { statusValue.value = .disconnected }
  }

  private func enter(_ client: RivetKitClient, _ hash: String) {
    errorValue.value = nil
    let shared = client.shared.take(opts.value, of: client)
    current = (client, hash, shared)
    handleValue.value = shared.handle
    connectionValue.value = shared.connection
    // An observer of these values may have chosen another actor.
    guard current?.shared.connection === shared.connection else { return }
    connectionTokens = [shared.connection.errors().sink { [weak self] error in self?.errorValue.value = error }]
    let states = shared.connection.status.sink { [weak self] status in self?.follow(status) }
    if current?.shared.connection === shared.connection { connectionTokens.append(states) }
  }

  private func follow(_ status: ActorConnStatus) {
    if status == .connecting || status == .connected, errorValue.value != nil { errorValue.value = nil }
    statusValue.value = status == .disposed ? .idle : status
    if connectedValue.value != (status == .connected) { connectedValue.value = status == .connected }
  }

  private func leave(atOnce: Bool) {
    guard let current else { return }
    self.current = nil
    connectionTokens = []
    current.client.shared.giveBack(current.shared, current.hash, scheduler: current.client.scheduler, atOnce: atOnce)
    handleValue.value = nil
    connectionValue.value = nil
    follow(.idle)
  }

  /// Sets the error, as for an event that does not fit.
  func report(_ error: ActorError) { errorValue.value = error }

  // MARK: Actions

  /// Runs an action: over the connection, or without one.
  ///
  /// - Throws: ``ActorError`` `client.not_ready` while it is not enabled, or why there is no client.
  public func call(_ name: String, _ arguments: [JSONValue]) async throws -> JSONValue {
    try await start(name, arguments)()
  }

  private func start(_ name: String, _ arguments: [JSONValue]) -> StartedAction {
    if let connection = connectionValue.value { return connection.start(name, arguments) }
    if let handle = handleValue.value { return { try await handle.call(name, arguments) } }
    let error = reasonForNoClient
    return { throw error }
  }

  private var reasonForNoClient: ActorError {
    guard enabled.value else { return .notReady }
    if let configurationError { return configurationError }
    if case .failure(let error)? = context?.client.value { return error }
    return scope == nil ? .notReady : .notConfigured
  }

  /// Sends an action to the present actor before it returns; its result and its errors are dropped.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the arguments.
  public func send<each A: Encodable>(_ name: String, _ arguments: repeat each A) {
    var values: [any Encodable] = []
    for argument in repeat each arguments { values.append(argument) }
    send(name, args: values)
  }

  /// Sends an action with any number of arguments; see ``send(_:_:)``.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the arguments.
  public func send(_ name: String, args: [any Encodable]) {
    guard let values = try? args.map({ try JSONValue(encoding: $0) }) else { return }
    let result = start(name, values)
    Task { _ = try? await result() }
  }
}
