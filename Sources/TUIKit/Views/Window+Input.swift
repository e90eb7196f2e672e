/// Input that waits. See ``InputHold``.
extension Window {
  /// Keeps keys, pastes and clicks back until the returned hold is released.
  public func holdInput() -> InputHold {
    let hold = InputHold(self)
    heldInput.add(hold)
    return hold
  }

  /// Whether input waits: there is a hold, or the input that waited for the last one is still to be sent.
  public var isInputHeld: Bool { heldInput.isClosed }

  /// The input that waits, in the order of its arrival.
  public var waitingInput: [Event] { heldInput.waiting }

  /// Drops the input that waits.
  ///
  /// For work that has failed or was stopped: the input was meant for its result. The caller reports the loss.
  ///
  /// - Returns: What was dropped.
  @discardableResult
  public func discardWaitingInput() -> [Event] {
    let dropped = heldInput.waiting
    guard !dropped.isEmpty else { return [] }
    heldInput.waiting = []
    notifyOfWaitingInput()
    return dropped
  }

  func endHold(_ hold: InputHold) {
    guard heldInput.remove(hold) else { return }
    scheduleReplay()
  }

  /// Sends one event to the responders it concerns, or keeps it back while there is a hold.
  ///
  /// - Returns: Whether a responder took it. Input that waits counts as taken; ``onUnhandledInput`` reports it when it is
  ///   not.
  @discardableResult
  public func send(_ event: Event) -> Bool {
    guard heldInput.isClosed, event.canWait else { return dispatch(event) }
    if case .key(let key) = event, let command = commandWhileHeld(key) {
      command.action()
      return true
    }
    heldInput.waiting.append(event)
    notifyOfWaitingInput()
    return true
  }

  /// The command that a key carries out although input is held.
  private func commandWhileHeld(_ event: KeyEvent) -> KeyCommand? {
    guard heldInput.isVisible else { return nil }
    for responder in responderChain {
      guard let exemption = responder.holdExemption(of: event) else {
        if responder.takesText { return nil }
        continue
      }
      if exemption == .movement, !heldInput.waiting.isEmpty { continue }
      return responder.keyCommands.first { $0.matches(event) && $0.isEnabled() }
    }
    return nil
  }

  /// Sends what waits in a turn of the queue of its own: the state that ends a hold is complete by then.
  private func scheduleReplay() {
    guard !heldInput.isHeld, !heldInput.waiting.isEmpty, !heldInput.isReplayScheduled else { return }
    heldInput.isReplayScheduled = true
    frameClock.scheduler.schedule { [weak self] in self?.replay() }
  }

  private func replay() {
    heldInput.isReplayScheduled = false
    while !heldInput.isHeld, !heldInput.waiting.isEmpty {
      let event = heldInput.waiting.removeFirst()
      if !dispatch(event) { onUnhandledInput(event) }
    }
    notifyOfWaitingInput()
  }
}

extension Event {
  /// Whether a hold keeps it back: what a user does, except for turning the wheel.
  fileprivate var canWait: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): mouse.action != .scrollUp && mouse.action != .scrollDown
    case .focus, .resize: false
    }
  }
}
