import Glibc
import Time

/// How far a row stands from where it belongs, in lines, as a pure function of the clock.
///
/// Because it is a distance from the row's place and not a path between two places, scrolling in the middle of it needs
/// nothing; and a row that gets a new place on the way starts from where it is: `distance(at: now)` plus what the place
/// has changed by.
struct RowMotion: Equatable {
  enum Course: Equatable {
    /// All the way, out-cubic.
    case glide
    /// At its old place until the duration is over, then at the new one.
    case jump
    /// In so many equal steps.
    case steps(Int)
  }

  var distance: Double
  var start: Instant
  var duration: Duration
  var course: Course

  var end: Instant { start + duration }

  func isFinished(at now: Instant) -> Bool { distance == 0 || now >= end }

  func distance(at now: Instant) -> Double {
    guard now < end else { return 0 }
    guard now > start else { return distance }
    let progress = Easing.outCubic.value(at: (now - start) / duration)
    switch course {
    case .glide: return distance * (1 - progress)
    case .jump: return distance
    case .steps(let count): return distance - Self.travelled(distance, step: Self.step(progress, of: count), of: count)
    }
  }

  /// The most steps in which a row passes its neighbours.
  static let maximumSteps = 8

  /// The step nearest to where the row would be without them; the last one is reached before the end, so that it settles.
  private static func step(_ progress: Double, of count: Int) -> Int {
    // An instant is a whole number of nanoseconds, so the progress at a step may fall short of it by a hair.
    Int(progress * Double(count) + 0.5 + 1e-6)
  }

  private static func travelled(_ distance: Double, step: Int, of count: Int) -> Double {
    (distance * Double(step) / Double(count)).rounded()
  }

  /// The way of a row that passes its neighbours one by one.
  static func travel(distance: Double, height: Int, start: Instant) -> RowMotion {
    let rows = Int((abs(distance) / Double(max(height, 1))).rounded(.up))
    return RowMotion(
      distance: distance, start: start, duration: TableTiming.move, course: .steps(min(max(rows, 1), maximumSteps)))
  }

  /// Whether a row that travels from a line comes past another one.
  func passes(_ line: Double, from: Double) -> Bool {
    let part = line - from
    return part != 0 && (part < 0) == (distance > 0) && abs(part) <= abs(distance)
  }

  /// How long after the start a row that travels in steps has come as far as `part` of its way, both in lines.
  func time(toTravel part: Double) -> Duration? {
    guard case .steps(let count) = course, abs(part) <= abs(distance) else { return nil }
    let step = (1...max(count, 1)).first { abs(Self.travelled(distance, step: $0, of: count)) >= abs(part) } ?? count
    // The inverse of out-cubic.
    let left = 1 - (Double(step) - 0.5) / Double(count)
    let time = 1 - cbrt(left)
    return .nanoseconds(Int64((Double(duration.nanoseconds) * time).rounded(.up)))
  }
}

/// How long what happens in a table takes, rest to rest.
enum TableTiming {
  /// Rows make room, or close a gap.
  static let shift = Duration.milliseconds(120)
  /// A new row draws itself.
  static let arrival = Duration.milliseconds(120)
  /// A removed row dims and is struck through.
  static let departure = Duration.milliseconds(120)
  /// What is fresh cools.
  static let cooling = Duration.milliseconds(600)
  /// A row travels to its new place.
  static let move = Duration.milliseconds(240)
  /// A section comes or goes.
  static let section = Duration.milliseconds(160)
  /// Everything finds a new order, or one picture gives way to another.
  static let reorder = Duration.milliseconds(160)
  /// A note at the end of a row: how long it stands, fading included, and how long it fades.
  static let annotation = Duration.milliseconds(2_000)
  static let annotationFade = Duration.milliseconds(600)

  /// More changes than this in one batch are one cross-fade.
  static let crossFadeThreshold = 200
}
