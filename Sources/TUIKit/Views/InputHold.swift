/// Holds back the input of a window during work, so that the next key applies to the result of the work.
///
///     let hold = window.holdInput()
///     store.delete(person) { hold.release() }
///
/// While a window has a hold, its keys and pastes wait, and the wheel waits behind them. After the last hold is
/// released they are sent in the order of their arrival, until one of them leads to another hold. A user who types
/// ahead gets the same result as with a pause before each key: after `d q` the person is deleted before the program
/// quits.
///
/// A click is meant for what was under the pointer: it is dropped at the end of the hold, and so is all input after it;
/// see ``Window/onDiscardedInput``. A click on a hint of a ``HintBar`` is the press of its key instead.
///
/// States: *silent* (the screen does not show the work yet, and all input waits), *visible* (it does, and a
/// ``HoldExemption`` lets a key through), *released*.
///
/// A hold that is deallocated is released.
@MainActor
public final class InputHold {
  /// Whether the screen shows the work.
  ///
  /// A key that was pressed earlier is meant for the state after the work. A user who presses a key later knows that
  /// the program is busy. A key that stops the work, pressed first of all, is meant for the work.
  public var isVisible = false {
    // The hints of keys that wait are dim.
    didSet {
      guard isVisible != oldValue else { return }
      window?.setNeedsFrame()
      if isVisible { window?.sendWaitingStop() }
    }
  }

  private weak var window: Window?

  init(_ window: Window) {
    self.window = window
  }

  isolated deinit {
    release()
  }

  /// Ends the hold.
  ///
  /// Does nothing when it has ended.
  public func release() {
    window?.endHold(self)
    window = nil
  }
}

/// The reason why the command of a key need not wait for a visible ``InputHold``; see ``Responder/holdExemption(of:)``.
public enum HoldExemption: Sendable {
  /// The command only moves the selection. It still waits behind earlier input.
  case movement
  /// The command only shows a message about the work. It still waits behind earlier input.
  case message
  /// The command stops the work.
  case stop
}

/// The input that a window keeps back, and the holds that it waits for.
@MainActor
struct HeldInput {
  private struct Holder {
    weak var hold: InputHold?
    let id: ObjectIdentifier
  }

  private var holders: [Holder] = []
  /// The waiting input, in the order of its arrival.
  var waiting: [Event] = []
  /// Whether a turn of the queue is scheduled to send the waiting input.
  var isReplayScheduled = false

  /// Whether the window has a hold.
  var isHeld: Bool { !holders.isEmpty }

  /// Whether new input has to wait, because of a hold or of earlier input.
  var isClosed: Bool { isHeld || !waiting.isEmpty }

  /// Whether there are holds, all of them visible.
  var isVisible: Bool { isHeld && holders.allSatisfy { $0.hold?.isVisible == true } }

  mutating func add(_ hold: InputHold) {
    holders.append(Holder(hold: hold, id: ObjectIdentifier(hold)))
  }

  /// Returns whether the hold was among them.
  mutating func remove(_ hold: InputHold) -> Bool {
    let count = holders.count
    holders.removeAll { $0.id == ObjectIdentifier(hold) }
    return holders.count < count
  }
}
