/// The type of a converter in a file, and its members.
enum ConverterType: String, CaseIterable {
  case round, calculate, rangeMap, normalize, radians, interpolate, toString, toNumber, pad, trim, removeTrailingZeros
  case negate, trigger, listLength, numberToList, formula, group

  /// The kind of a member.
  enum Member {
    /// A number, or a bind to one.
    case parameter
    case flag, text, easing, operation, side, trimSide, randomMode, viewModel, converters
  }

  /// The members besides the name and the type.
  var members: [(name: String, kind: Member)] {
    switch self {
    case .round: [("decimals", .parameter)]
    case .calculate: [("operation", .operation), ("value", .parameter)]
    case .rangeMap:
      [
        ("minimumInput", .parameter), ("maximumInput", .parameter), ("minimumOutput", .parameter),
        ("maximumOutput", .parameter), ("clampLower", .flag), ("clampUpper", .flag), ("modulo", .flag),
        ("reverse", .flag), ("easing", .easing),
      ]
    case .normalize: [("minimum", .parameter), ("maximum", .parameter)]
    case .interpolate: [("duration", .parameter), ("easing", .easing)]
    case .toString: [("decimals", .parameter), ("removeTrailingZeros", .flag), ("commas", .flag), ("color", .text)]
    case .pad: [("length", .parameter), ("text", .text), ("side", .side)]
    case .trim: [("side", .trimSide)]
    case .numberToList: [("viewModel", .viewModel)]
    case .formula: [("formula", .text), ("random", .randomMode)]
    case .group: [("converters", .converters)]
    case .radians, .toNumber, .removeTrailingZeros, .negate, .trigger, .listLength: []
    }
  }

  /// The members that a file has to write down.
  var required: [String] {
    switch self {
    case .calculate: ["operation"]
    case .pad: ["length"]
    case .numberToList: ["viewModel"]
    case .formula: ["formula"]
    case .group: ["converters"]
    default: []
    }
  }

  /// The end of a text that is filled.
  enum Side: String, CaseIterable { case start, end }
  /// The ends of a text without blanks.
  enum TrimSide: String, CaseIterable { case none, start, end, all }
}
