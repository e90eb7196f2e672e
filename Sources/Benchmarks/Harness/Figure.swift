/// A measured figure with its baseline and goal.
struct Figure {
  /// The condition that a figure should meet.
  enum Goal {
    /// The value divided by the baseline.
    case ratioAtMost(Double)
    case valueAtMost(Double)
    case valueAtLeast(Double)

    func isMet(by figure: Figure) -> Bool? {
      switch self {
      case .ratioAtMost(let limit): figure.ratio.map { $0 <= limit }
      case .valueAtMost(let limit): figure.value <= limit
      case .valueAtLeast(let limit): figure.value >= limit
      }
    }
  }

  var module: String
  var name: String
  var value: Double
  var unit: String
  var baseline: Double?
  var baselineName: String?
  var goal: Goal?
  /// How much the baseline varied: the distance of its quartiles, divided by its median.
  var spread: Double?

  /// A baseline that varies more was measured on a busy machine, whatever the program is like.
  static let noise = 0.15

  /// Whether there is a value, and a baseline if it has one: a figure without them meets no goal.
  var isMeasured: Bool { value.isFinite && baseline?.isFinite ?? true }

  /// Whether the machine was too busy for this figure.
  var isNoisy: Bool { (spread ?? 0) > Self.noise }

  /// The value divided by the baseline; below 1 is better where less is better.
  var ratio: Double? {
    baseline.flatMap { $0 == 0 ? (value == 0 ? 1 : nil) : value / $0 }
  }

  /// Whether the goal is met; `nil` when there is none.
  var isMet: Bool? { goal.flatMap { $0.isMet(by: self) } }
}

extension Figure.Goal: CustomStringConvertible {
  var description: String {
    switch self {
    case .ratioAtMost(let limit): "≤ \(Figure.short(limit))×"
    case .valueAtMost(let limit): "≤ \(Figure.short(limit))"
    case .valueAtLeast(let limit): "≥ \(Figure.short(limit))"
    }
  }
}

extension Figure {
  /// A number with three significant digits, for tables.
  static func short(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    let magnitude = abs(value)
    let decimals = value == value.rounded() || magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
    let scale = [1.0, 10, 100, 1000][decimals]
    let scaled = Int64((magnitude * scale).rounded())
    let whole = "\(scaled / Int64(scale))"
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    let sign = value < 0 ? "-" : ""
    guard decimals > 0 else { return sign + grouped }
    let fraction = "\(scaled % Int64(scale))"
    return "\(sign)\(grouped)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// The figure as one line of JSON.
  var json: String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    func number(_ value: Double?) -> String { value.map { $0.isFinite ? "\($0)" : "null" } ?? "null" }
    let fields = [
      ("module", quoted(module)), ("name", quoted(name)), ("value", number(value)), ("unit", quoted(unit)),
      ("baseline", number(baseline)), ("baseline_name", baselineName.map(quoted) ?? "null"),
      ("ratio", number(ratio)), ("goal", goal.map { quoted("\($0)") } ?? "null"),
      ("baseline_spread", number(spread)), ("ok", isMet.map { "\($0)" } ?? "null"),
    ]
    return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}
