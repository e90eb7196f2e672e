import Time

/// A row or a title on screen: its view, and the motion and effects relative to its place.
///
/// - *At rest*: an item, no motion, no effects.
/// - *Moving*: an item and a motion, the distance from the item's place.
/// - *Ghost*: no item, since it has left the content; it is at ``ghostLine``, or moves there, until its effects end.
@MainActor
final class RowPresentation {
  var item: TableItem?
  var view: View { didSet { cell = view as? TableViewCell } }
  /// The view of a row.
  private(set) var cell: TableViewCell?
  var motion: RowMotion?
  var effects = RowEffects()
  var look = RowLook()
  /// The line of a ghost in the content.
  var ghostLine = 0
  /// The animation of a pending reload of the cell; `nil` without one.
  var reload: RowAnimation?

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
  var end: Instant? {
    if motion == nil, effects.isEmpty { return nil }
    return [motion?.end, effects.end].compactMap { $0 }.max()
  }

  func settle() {
    motion = nil
    effects = RowEffects()
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
}
