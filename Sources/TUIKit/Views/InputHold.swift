/// Keeps the input of a window back while something is under way whose result the next key should meet.
///
///     let hold = window.holdInput()
///     store.delete(person) { hold.release() }
///
/// While a window has a hold, its keys, pastes and clicks wait. After the last hold is released they are sent in the order
/// of their arrival, until one of them leads to another hold. So a user who types ahead gets what they would get by
/// waiting for each answer: after `d q` the person is deleted before the program quits.
///
/// States: *silent* (the screen does not show yet that something is under way: all input waits), *visible* (it does: a
/// ``HoldExemption`` lets a key through), *released*.
///
/// A hold that is deallocated is released.
@MainActor
public final class InputHold {
  /// Whether the screen shows what is under way.
  ///
  /// A key that was pressed before that is meant for the state after the work. A user who presses a key now knows that the
  /// program is busy.
  public var isVisible = false

  private weak var window: Window?

  init(_ window: Window) {
    self.window = window
  }

  isolated deinit {
    release()
  }

  /// Ends the hold. Does nothing when it has ended.
  public func release() {
    window?.endHold(self)
    window = nil
  }
}

/// Why the command of a key need not wait for a visible ``InputHold``; see ``Responder/holdExemption(of:)``.
public enum HoldExemption: Sendable {
  /// It only moves the selection. It waits all the same when earlier input does.
  case movement
  /// It stops the work that is under way.
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
  /// What waits, in the order of its arrival.
  var waiting: [Event] = []
  /// Whether the turn of the queue is scheduled that sends what waits.
  var isReplayScheduled = false

  /// Whether there is a hold.
  var isHeld: Bool { !holders.isEmpty }

  /// Whether new input has to wait: there is a hold, or earlier input still waits.
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
