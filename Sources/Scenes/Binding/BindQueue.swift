/// The binds of one artboard that have something to do.
@MainActor
final class BindQueue {
  private var queued: [Bind] = []
  private var deferred: [Bind] = []
  private var moving: [Bind] = []
  /// Called when the first bind is queued after rest.
  var onChange: () -> Void = {}

  var isEmpty: Bool { queued.isEmpty }
  /// Whether an interpolated value is on its way.
  var isMoving: Bool { !moving.isEmpty }

  func add(_ bind: Bind) {
    guard !bind.isQueued else { return }
    bind.isQueued = true
    queued.append(bind)
    if queued.count == 1 { onChange() }
  }

  func addMoving(_ bind: Bind) {
    if !moving.contains(where: { $0 === bind }) { moving.append(bind) }
  }

  /// Applies the queued binds: first those that write properties, then those that write elements.
  ///
  /// Binds that are queued by this wait for the next pass, so that a circle of binds ends.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(*n*), where *n* is the number of queued binds.
  func apply() -> Bool {
    guard !queued.isEmpty else { return false }
    let due = queued
    queued.removeAll(keepingCapacity: true)
    for bind in due { bind.isQueued = false }
    var later: [Bind] = []
    for bind in due {
      if bind.isSourceNext, !bind.isDeferred { bind.update() } else { later.append(bind) }
    }
    // An earlier bind may have hidden or shown the element.
    for bind in later { if bind.isDeferred { deferred.append(bind) } else { bind.update() } }
    return true
  }

  /// Queues the binds of elements that may have been shown.
  func visibilityDidChange() {
    let waiting = deferred
    deferred = []
    for bind in waiting where bind.isSourceDirty || bind.isTargetDirty { add(bind) }
  }

  /// Moves interpolated values on.
  func advance(by seconds: Double) {
    guard !moving.isEmpty else { return }
    moving = moving.filter { $0.advance(by: seconds) }
  }
}
