import Reactive

/// A state machine at work: it advances its layers, and shows what has changed in its artboard.
///
///     let machine = try artboard.createStateMachine()
///     machine.bindViewModelInstance(person)
///     machine.advance(by: 0)
///
/// Values reach the components when the state machine advances. ``advance(by:)`` returns whether time alone will change
/// more; a state machine that has settled needs no advance before ``onNeedsAdvance`` is called.
@MainActor
public final class StateMachine {
  let definition: MachineDefinition
  /// The artboard that the state machine moves.
  public let artboard: Artboard
  @exclusivity(unchecked) private(set) var layers: [LayerPlayer] = []
  @exclusivity(unchecked) private(set) var listeners: [ListenerPlayer] = []
  @exclusivity(unchecked) private var changedListeners: [ListenerPlayer] = []
  @exclusivity(unchecked)
  private var pendingActions: [(actions: [ActionDefinition], pointer: (x: Int, y: Int)?)] = []
  @exclusivity(unchecked) private var reportedEvents: [String] = []
  private let eventSubject = Subject<String, Never>()
  private var settledContinuations: [AsyncStream<Void>.Continuation] = []
  /// Whether the program advances this state machine, and not one around it.
  @exclusivity(unchecked) private var isHost = false
  /// Whether input was handled since the last advance.
  @exclusivity(unchecked) var hasInput = false
  private let request = AdvanceRequest()
  private var turns = NestedTurns()
  /// The element with the focus.
  private(set) var focusedElement: Int?
  /// What the pointer is over, and where it was pressed.
  var pointer = PointerState()

  /// Called with each event of a nested state machine, during the advance of its host.
  var onEvent: (String) -> Void = { _ in }

  /// The number of events in one advance that no scene exceeds that settles.
  private static let eventLimit = 1_000

  /// Called when a change needs an advance, once until the next one.
  public var onNeedsAdvance: () -> Void {
    get { request.onRequest }
    set { request.onRequest = newValue }
  }

  init(_ definition: MachineDefinition, of artboard: Artboard) {
    self.definition = definition
    self.artboard = artboard
    layers = definition.layers.enumerated().map { index, layer in
      LayerPlayer(layer, of: artboard.definition, seed: UInt64(index + 1)) { [request] in request.make() }
    }
    listeners = definition.listeners.map { definition in
      ListenerPlayer(definition) { [unowned self] listener in
        changedListeners.append(listener)
        setNeedsAdvance()
      }
    }
    artboard.request = request
    artboard.onNestedEvent = { [weak self] in self?.report($0, from: $1) }
  }

  isolated deinit {
    artboard.file.changes.remove(request)
    for continuation in settledContinuations { continuation.finish() }
  }

  /// The name of the state machine.
  public var name: String { definition.name }

  /// The names of the current states, from the first layer on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of layers.
  public var stateNames: [String] { layers.map(\.stateName) }

  /// The events that actions report, those of nested artboards too, at the end of the advance in which they do.
  public var events: AnyPublisher<String, Never> { eventSubject.eraseToAnyPublisher() }

  /// An element for each advance by more than 0 seconds after which nothing moves any more.
  ///
  /// Only the newest one waits to be read.
  public func settledStream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    settledContinuations.append(continuation)
    return stream
  }

  /// Reports to each ``settledStream()`` that the scene has settled, and removes those that have ended.
  private func reportRest() {
    settledContinuations.removeAll { if case .terminated = $0.yield() { true } else { false } }
  }

  /// Whether a ``settledStream()`` waits for the scene to settle.
  var isFollowedToRest: Bool { !settledContinuations.isEmpty }

  // MARK: Binding

  /// Binds the state machine and its artboard, with everything nested in it, to an instance; `nil` ends the bind.
  ///
  /// - Complexity: O(*n*), where *n* is the number of binds, those of nested artboards included.
  public func bindViewModelInstance(_ instance: ViewModelInstance?) {
    bind(in: instance.map { DataContext($0, globals: artboard.file.globals) })
  }

  func bind(in context: DataContext?) {
    artboard.bind(in: context)
    for layer in layers { layer.attach(in: context) }
    for listener in listeners { listener.attach(in: context) }
    setNeedsAdvance()
  }

  // MARK: Advancing

  /// Requests an advance.
  func setNeedsAdvance() { request.make() }

  /// Moves everything on and applies what has changed since the last advance.
  ///
  /// - Parameter seconds: The time since the last advance; a negative one counts as 0.
  /// - Returns: Whether another advance would change something by time alone.
  /// - Complexity: O(*n*), where *n* is the number of changes and of running timelines.
  @discardableResult
  public func advance(by seconds: Double) -> Bool {
    if !isHost {
      isHost = true
      artboard.file.changes.add(request)
    }
    hasInput = false
    NestedTurns.beginFrame()
    advanceFrame(by: seconds.isFinite ? max(0, seconds) : 0)
    let events = reportedEvents
    reportedEvents = []
    for event in events { eventSubject.send(event) }
    artboard.file.changes.deliver()
    let keepsGoing = keepsGoing
    if !keepsGoing, seconds > 0 { reportRest() }
    return keepsGoing
  }

  /// Whether something waits for the next advance that time alone does not cause.
  var hasChanges: Bool {
    request.isPending || layers.contains { $0.hasChangedConditions } || artboard.file.changes.hasEvents
  }

  /// Whether an advance would change something.
  var keepsGoing: Bool {
    hasChanges || layers.contains { $0.isMoving } || artboard.keepsGoing
  }

  private func advanceFrame(by seconds: Double) {
    request.isAdvancing = true
    request.isPending = false
    runListeners()
    for layer in layers { perform(layer.advance(by: seconds, tree: artboard.tree)) }
    changeStates()
    artboard.advanceContents(by: seconds)
    settle()
    request.isAdvancing = false
    request.isPending = !artboard.queue.isEmpty || !pendingActions.isEmpty || !changedListeners.isEmpty
  }

  /// Applies binds and state changes until nothing changes any more, at most five times.
  private func settle() {
    for _ in 0..<5 {
      var hasWorked = artboard.updatePass()
      if changeStates() {
        for layer in layers { perform(layer.advance(by: 0, tree: artboard.tree)) }
        hasWorked = true
      }
      for layer in layers { layer.endFrame() }
      guard hasWorked || !artboard.queue.isEmpty else { return }
      // Without states and nested artboards, nothing follows from the size of a component.
      if layers.isEmpty, artboard.isUpToDate { return }
    }
  }

  /// Takes transitions, in each layer at most a hundred; returns whether there was one.
  @discardableResult
  private func changeStates() -> Bool {
    var hasChanged = false
    for layer in layers {
      for _ in 0..<100 {
        guard let actions = layer.changeState(on: self) else { break }
        hasChanged = true
        perform(actions)
        perform(layer.advance(by: 0, tree: artboard.tree))
      }
    }
    return hasChanged
  }

  /// Performs the actions of listeners, and of listeners that these cause, at most a hundred times.
  private func runListeners() {
    for _ in 0..<100 {
      let changed = changedListeners
      changedListeners = []
      let pending = pendingActions
      pendingActions = []
      guard !changed.isEmpty || !pending.isEmpty else { return }
      for (actions, point) in pending { perform(actions, at: point) }
      for listener in changed {
        listener.endChange()
        perform(listener.definition.actions)
      }
    }
  }

  // MARK: Nested in another artboard

  func advanceFromHost(by seconds: Double) {
    // A nested state machine that has settled and that nothing has changed costs nothing.
    guard keepsGoing, turns.take() else { return }
    advanceFrame(by: seconds)
    forwardEvents()
  }

  func updateFromHost() -> Bool {
    guard request.isPending || !artboard.queue.isEmpty || artboard.tree.needsLayout || artboard.isOtherHostSize,
      turns.take()
    else { return false }
    advanceFrame(by: 0)
    forwardEvents()
    return true
  }

  private func forwardEvents() {
    let events = reportedEvents
    reportedEvents = []
    for event in events { onEvent(event) }
  }

  // MARK: Actions

  /// Queues the actions of a listener for the next advance.
  func enqueue(_ actions: [ActionDefinition], at point: (x: Int, y: Int)? = nil) {
    guard !actions.isEmpty else { return }
    pendingActions.append((actions, point))
    setNeedsAdvance()
  }

  /// Reports an event of this artboard, or of one that a component shows.
  func report(_ event: String, from element: Int? = nil) {
    guard reportedEvents.count < Self.eventLimit else { return }
    reportedEvents.append(event)
    for listener in listeners where listener.definition.kind == .event && listener.definition.name == event {
      guard listener.definition.element == nil || listener.definition.element == element else { continue }
      enqueue(listener.definition.actions)
    }
  }

  // MARK: Focus

  /// Gives an element the focus, and queues the listeners for that.
  func moveFocus(to element: Int?) {
    guard element != focusedElement else { return }
    let former = focusedElement
    focusedElement = element
    for listener in listeners {
      let definition = listener.definition
      if definition.kind == .blur, let former, definition.element == nil || definition.element == former {
        enqueue(definition.actions)
      }
      if definition.kind == .focus, let element, definition.element == nil || definition.element == element {
        enqueue(definition.actions)
      }
    }
    setNeedsAdvance()
  }
}

extension StateMachine: MachineStage {
  var stageSize: CellSize {
    if let size = artboard.hostSize { return size }
    let frame = artboard.tree.root?.frame ?? .zero
    return CellSize(width: frame.width, height: frame.height)
  }
}
