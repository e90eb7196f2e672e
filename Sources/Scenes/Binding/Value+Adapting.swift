extension Value {
  /// This value for a slot or property that has had `other`; `nil` when the types do not match.
  func adapted(to other: Value) -> Value? {
    switch (self, other) {
    case (.number, .number), (.string, .string), (.boolean, .boolean), (.color, .color), (.trigger, .trigger),
      (.image, .image), (.artboard, .artboard), (.instance, .instance), (.list, .list), (.list, .none), (_, .none),
      (.index, .index):
      self
    case (.index(let index), .number): .number(Double(index))
    case (.option, .option(let type, _)): optionKey.flatMap { type.value($0) }
    // A component's own enum accepts the key as text.
    case (.string(let key), .option(let type, _)): type.value(key)
    default: nil
    }
  }

  /// The default of this value's type, which a slot shows when a value of another type is bound to it.
  var emptyValue: Value {
    switch self {
    case .number: .number(0)
    case .string: .string("")
    case .boolean: .boolean(false)
    case .color: .color(Color(0xFF00_0000))
    case .option(let type, _): .option(type, 0)
    case .image: .image(nil)
    case .artboard: .artboard(nil)
    case .instance: .instance(nil)
    default: self
    }
  }
}
