import Glibc

/// A cost at several sizes of a book.
struct GrowthCurve {
  var name: String
  var unit: String
  var points: [(people: Int, value: Double)] = []

  /// The exponent of the growth: 0 for a constant cost, 1 for one in proportion to the number of people.
  ///
  /// It is the slope of the line through the points with the least squares, both axes being logarithmic.
  var slope: Double {
    let logs = points.map { (x: log10(Double($0.people)), y: log10(max($0.value, 1e-9))) }
    let count = Double(logs.count)
    let (x, y) = (logs.map(\.x).reduce(0, +) / count, logs.map(\.y).reduce(0, +) / count)
    let spread = logs.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
    return spread == 0 ? 0 : logs.map { ($0.x - x) * ($0.y - y) }.reduce(0, +) / spread
  }

  /// The slope in words.
  var growth: String {
    switch slope {
    case ..<0.05: "the same at every size"
    case ..<0.85: "\(Figure.short(pow(10, slope)))× for ten times the people"
    default: "in proportion to the people"
    }
  }
}
