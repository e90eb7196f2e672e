import Glibc
import Time

/// The distance of a row from its place, in lines, as a pure function of the clock.
///
/// The distance does not depend on the scroll position, unlike a path between two places. A moving row that gets a new
/// place starts from its current position: `distance(at: now)` plus the change of the place.
struct RowMotion: Equatable {
  enum Interpolation: Equatable {
    /// Continuously, out-cubic.
    case glide
    /// At the old place until the end, then at the new one.
    case jump
    /// In n equal steps.
    case steps(Int)
  }

  var distance: Double
  var start: Instant
  var duration: Duration
  var interpolation: Interpolation

  var end: Instant { start + duration }

  func isFinished(at now: Instant) -> Bool { distance == 0 || now >= end }

  func distance(at now: Instant) -> Double {
    guard now < end else { return 0 }
    guard now > start else { return distance }
    let progress = Easing.outCubic.value(at: (now - start) / duration)
    switch interpolation {
    case .glide: return distance * (1 - progress)
    case .jump: return distance
    case .steps(let count): return distance - Self.travelled(distance, step: Self.step(progress, of: count), of: count)
    }
  }

  /// The greatest number of steps in which a row passes its neighbours.
  static let maximumSteps = 8

  /// The step nearest to the continuous position; the last one is reached before the end.
  private static func step(_ progress: Double, of count: Int) -> Int {
    // Instants are whole nanoseconds, so the progress may be slightly less than the step.
    Int(progress * Double(count) + 0.5 + 1e-6)
  }

  private static func travelled(_ distance: Double, step: Int, of count: Int) -> Double {
    (distance * Double(step) / Double(count)).rounded()
  }

  /// The motion of a row that passes its neighbours one by one.
  static func travel(distance: Double, height: Int, start: Instant) -> RowMotion {
    let rows = Int((abs(distance) / Double(max(height, 1))).rounded(.up))
    return RowMotion(
      distance: distance, start: start, duration: TableTiming.move,
      interpolation: .steps(min(max(rows, 1), maximumSteps)))
  }

  /// Whether a row that travels from a line passes another line.
  func passes(_ line: Double, from: Double) -> Bool {
    let part = line - from
    return part != 0 && (part < 0) == (distance > 0) && abs(part) <= abs(distance)
  }

  /// The time after the start at which a row that travels in steps has travelled `part` lines.
  func time(toTravel part: Double) -> Duration? {
    guard case .steps(let count) = interpolation, abs(part) <= abs(distance) else { return nil }
    let step = (1...count).first { abs(Self.travelled(distance, step: $0, of: count)) >= abs(part) } ?? count
    // The inverse of out-cubic.
    let left = 1 - (Double(step) - 0.5) / Double(count)
    let time = 1 - cbrt(left)
    return .nanoseconds(Int64((Double(duration.nanoseconds) * time).rounded(.up)))
  }
}

/// The durations of a table's animations.
enum TableTiming {
  /// Rows make room for others, or close a gap.
  static let shift = Duration.milliseconds(120)
  /// An inserted row is drawn from left to right.
  static let arrival = Duration.milliseconds(120)
  /// A deleted row dims and is struck through.
  static let departure = Duration.milliseconds(120)
  /// A glowing row cools.
  static let cooling = Duration.milliseconds(600)
  /// A row travels to its new place.
  static let move = Duration.milliseconds(240)
  /// A section is inserted or deleted.
  static let section = Duration.milliseconds(160)
  /// All rows travel to a new order, or one picture fades into another.
  static let reorder = Duration.milliseconds(160)
  /// The time of a note at the end of a row, including its fading, and the time of the fading.
  static let annotation = Duration.milliseconds(2_000)
  static let annotationFade = Duration.milliseconds(600)

  /// A batch of more changes is shown as a cross-fade.
  static let crossFadeThreshold = 200
}
