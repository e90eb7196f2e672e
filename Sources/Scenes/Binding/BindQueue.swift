/// The binds of one artboard that have something to do.
@MainActor
final class BindQueue {
  @exclusivity(unchecked) private var queued: [Bind] = []
  /// The binds that ``apply()`` is working on; its storage is used again.
  @exclusivity(unchecked) private var due: [Bind] = []
  /// The changed binds of hidden elements.
  @exclusivity(unchecked) private(set) var deferred: [Bind] = []
  @exclusivity(unchecked) private var moving: [Bind] = []
  /// Called when the first bind is queued after rest.
  @exclusivity(unchecked) var onChange: () -> Void = {}

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
    guard !bind.isMoving else { return }
    bind.isMoving = true
    moving.append(bind)
  }

  /// Applies the queued binds: first those that write properties, then those that write elements.
  ///
  /// Binds that are queued by this wait for the next pass, so that a circle of binds ends.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(*n*), where *n* is the number of queued binds.
  func apply() -> Bool {
    guard !queued.isEmpty else { return false }
    if queued.count == 1 {
      let bind = queued.removeLast()
      bind.isQueued = false
      finish(bind)
      return true
    }
    swap(&queued, &due)
    for bind in due { bind.isQueued = false }
    var later: [Bind] = []
    for bind in due {
      if bind.isSourceNext, !bind.isDeferred { bind.update() } else { later.append(bind) }
    }
    for bind in later { finish(bind) }
    due.removeAll(keepingCapacity: true)
    return true
  }

  /// Updates a bind, unless its element is hidden: an earlier bind may have hidden or shown it.
  private func finish(_ bind: Bind) {
    guard bind.isDeferred else { return bind.update() }
    guard !bind.isWaiting else { return }
    bind.isWaiting = true
    deferred.append(bind)
  }

  /// Queues the binds of elements that may have been shown.
  func visibilityDidChange() {
    let waiting = deferred
    deferred = []
    for bind in waiting {
      bind.isWaiting = false
      if bind.isSourceDirty || bind.isTargetDirty { add(bind) }
    }
  }

  /// Moves interpolated values on.
  func advance(by seconds: Double) {
    guard !moving.isEmpty else { return }
    moving = moving.filter { bind in
      bind.isMoving = bind.advance(by: seconds)
      return bind.isMoving
    }
  }
}
