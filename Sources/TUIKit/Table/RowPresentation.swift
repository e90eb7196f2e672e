import Time

/// A row or a title on screen: its view, and the motion and effects relative to its place.
///
/// - *At rest*: an item, no motion, no effects.
/// - *Moving*: an item and a motion, the distance from the item's place.
/// - *Ghost*: no item, since it has left the content; it is at ``ghostLine``, or moves there, until its effects end.
@MainActor
final class RowPresentation {
  private(set) var item: TableItem?
  private(set) var view: View { didSet { cell = view as? TableViewCell } }
  /// The view of a row.
  private(set) var cell: TableViewCell?
  private(set) var motion: RowMotion?
  private(set) var effects = RowEffects()
  private(set) var look = RowLook()
  /// The line of a ghost in the content.
  private(set) var ghostLine = 0
  /// The animation of a pending reload of the cell; `nil` without one.
  private var reload: RowAnimation?

  init(item: TableItem?, view: View) {
    self.item = item
    self.view = view
    cell = view as? TableViewCell
  }

  func distance(at now: Instant) -> Double { motion?.distance(at: now) ?? 0 }

  /// Whether motion and effects have ended.
  func isAtRest(at now: Instant) -> Bool {
    (motion?.isFinished(at: now) ?? true) && effects.isFinished(at: now)
  }

  /// The instant from which it is at rest.
  var end: Instant? { RowEffects.later(motion?.end, effects.end) }

  /// Ends motion and effects at once.
  func settle() {
    motion = nil
    effects = RowEffects()
  }

  /// Removes motion and effects that have ended.
  func removeFinished(at now: Instant) {
    if motion?.isFinished(at: now) == true { motion = nil }
    if !effects.isEmpty, effects.isFinished(at: now) { effects = RowEffects() }
  }

  /// Places the view, with its appearance at the current time.
  func place(atLine line: Int, size: Size, at now: Instant) {
    let new = effects.isEmpty ? RowLook() : effects.look(at: now)
    let slid = Int((new.slid * Double(size.width)).rounded())
    let frame = Rect(x: -slid, y: line, width: size.width, height: size.height)
    if view.frame != frame { view.frame = frame }
    guard new != look else { return }
    look = new
    cell?.glow = new.glow
    if new.glow == 0 { cell?.glowRegions = nil }
    view.setNeedsDisplay()
  }

  // MARK: Within the content

  /// Presents the same row or title under its item after a batch; `nil` when it was deleted.
  func follow(to new: TableItem?) {
    item = new
  }

  /// Replaces the motion.
  func move(along motion: RowMotion?) {
    self.motion = motion
  }

  /// Moves to a new place from the current position, `distance` lines away.
  ///
  /// A motion that already waits or runs does not wait again.
  func retarget(distance: Double, now: Instant, start: Instant, duration: Duration, limit: Int) {
    guard abs(distance) > 0.01 else {
      motion = nil
      return
    }
    var start = start
    if let motion, !motion.isFinished(at: now) { start = max(motion.start, now) }
    motion = RowMotion(
      distance: min(max(distance, Double(-limit)), Double(limit)), start: start, duration: duration,
      interpolation: .glide)
  }

  /// Moves; a row that passes others step by step is drawn above them, and glows afterwards.
  func travel(along motion: RowMotion) {
    self.motion = motion
    guard case .steps = motion.interpolation else { return }
    effects.liftEnd = motion.end
    effects.coolingStart = motion.end
  }

  /// Shows that the item was inserted.
  func arrive(_ change: RowEffects.Change) {
    effects.arrival = change
    switch change.animation {
    case .automatic: effects.coolingStart = item?.row == nil ? nil : change.end
    case .flash: effects.coolingStart = change.start
    case .fade, .slide, .none: break
    }
  }

  func fadeIn(from start: Instant) {
    effects.arrival = RowEffects.Change(start: start, duration: TableTiming.reorder, animation: .fade)
  }

  /// Glows at least from `start` on.
  func glow(from start: Instant) {
    effects.coolingStart = max(start, effects.coolingStart ?? start)
  }

  // MARK: Reloads

  /// Whether the cell has to be replaced.
  var needsReload: Bool { reload != nil }

  func setNeedsReload(_ animation: RowAnimation) {
    reload = animation
  }

  /// Returns the animation of the pending reload, and ends it.
  func takeReload() -> RowAnimation? {
    defer { reload = nil }
    return reload
  }

  /// Presents another cell at the same place.
  func replaceView(with cell: TableViewCell) {
    cell.frame = view.frame
    view = cell
  }

  // MARK: Ghosts

  /// Leaves the content at a line of it, with an effect in place of all others.
  func depart(_ change: RowEffects.Change, atLine line: Int) {
    item = nil
    motion = nil
    reload = nil
    effects.departure = change
    effects.coolingStart = nil
    effects.liftEnd = nil
    ghostLine = line
  }

  /// Moves out of the window, to a line of the content.
  func travelOut(along motion: RowMotion, toLine line: Int) {
    travel(along: motion)
    item = nil
    effects.coolingStart = nil
    ghostLine = line
  }

  /// Keeps a ghost's place on screen when the content scrolls.
  func shiftGhost(by lines: Int) {
    ghostLine += lines
  }
}
