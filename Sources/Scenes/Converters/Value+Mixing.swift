extension Value {
  /// The value between this one and `other`: blended for numbers and colours, the other value for all other types.
  func mixed(with other: Value, at fraction: Double) -> Value {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a + (b - a) * fraction)
    case (.color(let a), .color(let b)): .color(a.mixed(with: b, at: fraction))
    default: other
    }
  }

  /// The text of a text; empty for other types.
  var text: String { if case .string(let text) = self { text } else { "" } }
}
