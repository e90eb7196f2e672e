import Time

/// The effects on the appearance of a row, as a pure function of the clock.
struct RowEffects: Equatable {
  struct Change: Equatable {
    var start: Instant
    var duration: Duration
    var animation: RowAnimation

    var end: Instant { start + duration }

    func progress(at now: Instant) -> Double {
      guard now < end else { return 1 }
      return now > start ? Easing.outCubic.value(at: (now - start) / duration) : 0
    }
  }

  var arrival: Change?
  var departure: Change?
  /// The row is drawn above the others until then.
  var liftEnd: Instant?
  /// The row glows until then and cools afterwards.
  var coolingStart: Instant?

  /// Whether the row has no effects, as most rows do.
  var isEmpty: Bool { arrival == nil && departure == nil && liftEnd == nil && coolingStart == nil }

  /// The time at which the last effect ends.
  var end: Instant? {
    let cooled = coolingStart.map { $0 + TableTiming.cooling }
    return Self.later(Self.later(arrival?.end, departure?.end), Self.later(liftEnd, cooled))
  }

  /// The later of two instants; `nil` when there is none.
  static func later(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  func isFinished(at now: Instant) -> Bool { end.map { $0 <= now } ?? true }

  func look(at now: Instant) -> RowLook {
    var look = RowLook()
    if let coolingStart {
      let cooled = now < coolingStart ? 0 : min((now - coolingStart) / TableTiming.cooling, 1)
      look.glow = RowLook.quantised(1 - Easing.outCubic.value(at: cooled))
    }
    if let liftEnd, now < liftEnd { look.isLifted = true }
    if let arrival {
      let progress = arrival.progress(at: now)
      switch arrival.animation {
      case .automatic: look.revealed = progress
      case .fade: look.faded = RowLook.quantised(1 - progress)
      case .slide: look.slid = 1 - progress
      case .flash, .none: break
      }
    }
    if let departure {
      let progress = departure.progress(at: now)
      switch departure.animation {
      case .automatic:
        look.struck = progress
        look.faded = RowLook.quantised(progress * 0.6)
      case .fade: look.faded = RowLook.quantised(progress)
      case .slide: look.slid = progress
      case .flash, .none: look.revealed = 0
      }
    }
    return look
  }
}

/// The appearance of a row at one moment, apart from its contents.
struct RowLook: Equatable {
  /// The part of its columns that is drawn, from the left.
  var revealed = 1.0
  /// The part of its columns that is struck through, from the left.
  var struck = 0.0
  /// The part of its width by which it is shifted to the left.
  var slid = 0.0
  /// The progress of its fading into the background.
  var faded = 0.0
  /// The strength of its glow.
  var glow = 0.0
  var isLifted = false

  /// Rounds to the steps of a ``Style``; finer ones are invisible.
  static func quantised(_ amount: Double) -> Double {
    (amount * Double(Style.mixSteps)).rounded() / Double(Style.mixSteps)
  }

  /// Draws `view` at `frame` with this appearance.
  @MainActor
  func draw(_ view: View, at frame: Rect, in canvas: Canvas) {
    var part = canvas.part(frame)
    if revealed < 1 {
      let columns = Int((Double(frame.width) * revealed).rounded())
      part = canvas.part(Rect(x: frame.minX, y: frame.minY, width: columns, height: frame.height))
        .part(Rect(size: frame.size))
    }
    guard !part.isFullyClipped else { return }
    part.fill(style: Style())
    view.drawTree(in: part)
    if isLifted { part.restyle { $0.mixed(with: .accent, by: 1).adding(.bold) } }
    if struck > 0 {
      let columns = Int((Double(frame.width) * struck).rounded(.up))
      part.restyle(Rect(x: 0, y: 0, width: columns, height: frame.height)) { $0.adding([.strikethrough, .dim]) }
    }
    if faded > 0 { part.restyle { $0.mixed(with: $0.background, by: faded) } }
  }
}
