/// Held input; see ``InputHold``.
extension Window {
  /// Holds back keys and pastes until the returned hold is released, and drops clicks; see ``InputHold``.
  public func holdInput() -> InputHold {
    let hold = InputHold(self)
    heldInput.add(hold)
    return hold
  }

  /// Whether input waits, because of a hold or until the input of the last hold was sent.
  public var isInputHeld: Bool { heldInput.isClosed }

  /// The waiting input, in the order of its arrival.
  public var waitingInput: [Event] { heldInput.waiting }

  /// Drops the waiting input.
  ///
  /// Call this when the work has failed or was stopped, since the input was meant for its result. The caller reports
  /// the loss.
  ///
  /// - Returns: The dropped input.
  @discardableResult
  public func discardWaitingInput() -> [Event] {
    let dropped = heldInput.waiting
    guard !dropped.isEmpty else { return [] }
    heldInput.waiting = []
    notifyOfWaitingInput()
    return dropped
  }

  /// Drops the input that was typed before the screen shows the current state, such as a question: it is not an answer.
  ///
  /// Input of this turn of the queue waits, and is dropped in the next one.
  ///
  /// - Parameter report: Called with the dropped input, unless there is none.
  public func discardInputTypedAhead(_ report: @escaping @MainActor ([Event]) -> Void) {
    let hold = holdInput()
    frameClock.scheduler.schedule { [weak self] in
      let dropped = self?.discardWaitingInput() ?? []
      hold.release()
      if !dropped.isEmpty { report(dropped) }
    }
  }

  /// Sends the first waiting key if it stops the work that the screen shows from now on.
  func sendWaitingStop() {
    guard case .key(let key)? = heldInput.waiting.first, exemption(of: key) == .stop,
      let command = commandWhileHeld(key)
    else { return }
    heldInput.waiting.removeFirst()
    notifyOfWaitingInput()
    command.action()
  }

  private func exemption(of event: KeyEvent) -> HoldExemption? {
    responderChain.lazy.compactMap { $0.holdExemption(of: event) }.first
  }

  func endHold(_ hold: InputHold) {
    guard heldInput.remove(hold) else { return }
    if hold.isVisible { setNeedsFrame() }
    scheduleReplay()
  }

  /// Sends one event to the responders it concerns, or keeps it back while there is a hold.
  ///
  /// - Returns: Whether a responder took it. Input that waits counts as taken.
  /// - Complexity: O(*n*), where *n* is the number of commands in the responder chain, besides what the responder does.
  @discardableResult
  public func send(_ event: Event) -> Bool {
    guard heldInput.isClosed, waits(event) else { return dispatch(event) }
    if case .key(let key) = event, let command = commandWhileHeld(key) {
      command.action()
      return true
    }
    heldInput.waiting.append(event)
    notifyOfWaitingInput()
    return true
  }

  /// Whether a closed window keeps an event back: the user's input, but the wheel waits only behind other input, since
  /// it could change the selection that the input acts on.
  private func waits(_ event: Event) -> Bool {
    switch event {
    case .key, .paste: true
    case .mouse(let mouse) where mouse.action == .scrollUp || mouse.action == .scrollDown: !heldInput.waiting.isEmpty
    case .mouse(let mouse): !isForHints(mouse)
    case .focus, .resize: false
    }
  }

  /// Whether the bar with the keys receives a mouse event: a key that it sends waits by its own rule.
  private func isForHints(_ event: MouseEvent) -> Bool {
    let receiver: Responder? = event.action == .press ? contentView.hitTest(event.location) : mouseCaptor
    return receiver is any UncoveredView
  }

  /// The responder whose command for `event` stops the visible work; `nil` when that key stops nothing.
  func stopper(of event: KeyEvent) -> Responder? {
    heldInput.isVisible ? responderChain.first { $0.holdExemption(of: event) == .stop } : nil
  }

  /// Whether a key would wait for work that the screen shows.
  func isWaiting(_ event: KeyEvent) -> Bool {
    heldInput.isVisible && commandWhileHeld(event) == nil
  }

  /// The command for a key that may run although input is held.
  private func commandWhileHeld(_ event: KeyEvent) -> KeyCommand? {
    guard heldInput.isVisible else { return nil }
    for responder in responderChain {
      guard let exemption = responder.holdExemption(of: event) else {
        if responder.takesText, event.isPlainCharacter { return nil }
        continue
      }
      if exemption != .stop, !heldInput.waiting.isEmpty { continue }
      return responder.keyCommands.first { $0.matches(event) && $0.isEnabled() }
    }
    return nil
  }

  /// Sends the waiting input in a separate turn of the queue, when the state that ends the hold is complete.
  private func scheduleReplay() {
    guard !heldInput.isHeld, !heldInput.waiting.isEmpty, !heldInput.isReplayScheduled else { return }
    heldInput.isReplayScheduled = true
    frameClock.scheduler.schedule { [weak self] in self?.replay() }
  }

  private func replay() {
    heldInput.isReplayScheduled = false
    while !heldInput.isHeld, let event = heldInput.waiting.first {
      // Another object may be under the pointer now, and the input that follows is meant for the clicked one.
      if event.isPress { return onDiscardedInput(discardWaitingInput()) }
      heldInput.waiting.removeFirst()
      if !dispatch(event) { onUnhandledInput(event) }
    }
    notifyOfWaitingInput()
  }
}
