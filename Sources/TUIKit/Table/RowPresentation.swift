import Time

/// Something of a table that can be seen, or is on its way in or out: the view, and how it stands to its place.
///
/// - *At rest*: an item, no motion, no effects.
/// - *On its way*: an item and a motion; it belongs where the item is and stands some way from there.
/// - *A ghost*: no item any more; it stands (or travels to) where ``ghostLine`` says until its effects are over.
@MainActor
final class RowPresentation {
  var item: TableItem?
  var view: View { didSet { cell = view as? TableViewCell } }
  /// The view, when it is a row's.
  private(set) var cell: TableViewCell?
  var motion: RowMotion?
  var effects = RowEffects()
  var look = RowLook()
  /// The line of the content on which a ghost stands.
  var ghostLine = 0
  /// How it is to be shown that its contents have to be asked for again; `nil` when they have not.
  var reload: RowAnimation?

  init(item: TableItem?, view: View) {
    self.item = item
    self.view = view
    cell = view as? TableViewCell
  }

  func distance(at now: Instant) -> Double { motion?.distance(at: now) ?? 0 }

  /// Whether it has arrived, and nothing is left to be seen of how.
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

  /// Gives it a new place, `distance` lines from where it stands: it goes there from here. One that is already waiting or on
  /// its way does not wait anew.
  func retarget(distance: Double, now: Instant, start: Instant, duration: Duration, limit: Int) {
    guard abs(distance) > 0.01 else {
      motion = nil
      return
    }
    var start = start
    if let motion, !motion.isFinished(at: now) { start = max(motion.start, now) }
    motion = RowMotion(
      distance: min(max(distance, Double(-limit)), Double(limit)), start: start, duration: duration, course: .glide)
  }
}
