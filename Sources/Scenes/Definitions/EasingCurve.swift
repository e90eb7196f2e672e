import Glibc

/// How a value proceeds between two keyframes.
enum EasingCurve: Sendable {
  case hold
  case linear
  /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points.
  case cubic(Double, Double, Double, Double)
  case elastic(ElasticEnd, amplitude: Double, period: Double)

  enum ElasticEnd: String, CaseIterable, Sendable {
    case easeIn, easeOut, easeInOut
  }

  /// The names of curves in files.
  static let named: [String: EasingCurve] = [
    "hold": .hold, "linear": .linear, "ease": .cubic(0.25, 0.1, 0.25, 1), "easeIn": .cubic(0.42, 0, 1, 1),
    "easeOut": .cubic(0, 0, 0.58, 1), "easeInOut": .cubic(0.42, 0, 0.58, 1),
    "elastic": .elastic(.easeOut, amplitude: 1, period: 0.3),
  ]

  /// The progress of the value at a progress of time, both from 0 to 1.
  func callAsFunction(_ time: Double) -> Double {
    switch self {
    case .hold: time < 1 ? 0 : 1
    case .linear: time
    case .cubic(let x1, let y1, let x2, let y2): Self.bezier(time, x1, y1, x2, y2)
    case .elastic(let end, let amplitude, let period): Self.elastic(time, end, amplitude, period)
    }
  }

  private static func bezier(_ x: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    guard x > 0, x < 1 else { return min(1, max(0, x)) }
    func curve(_ t: Double, _ a: Double, _ b: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
    }
    // The horizontal coordinate ascends from 0 to 1, since files keep its control points in that range.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if curve(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return curve((low + high) / 2, y1, y2)
  }

  private static func elastic(_ time: Double, _ end: ElasticEnd, _ amplitude: Double, _ period: Double) -> Double {
    func easeOut(_ time: Double) -> Double {
      guard time > 0, time < 1 else { return min(1, max(0, time)) }
      let height = max(1, amplitude)
      let shift = period / (2 * Double.pi) * asin(1 / height)
      return height * pow(2, -10 * time) * sin((time - shift) * 2 * Double.pi / period) + 1
    }
    switch end {
    case .easeOut: return easeOut(time)
    case .easeIn: return 1 - easeOut(1 - time)
    case .easeInOut: return time < 0.5 ? (1 - easeOut(1 - 2 * time)) / 2 : (1 + easeOut(2 * time - 1)) / 2
    }
  }
}
