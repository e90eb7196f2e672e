// The types of the two ends of a bind. They are known when the file is read, except for the path of an artboard that is
// bound to the view models of another file.

extension BindDefinition {
  /// Why no value can be moved from one end to the other; `nil` where one can.
  func refusal(between slot: ElementShape.Entry, and property: ViewModel.Property) -> String? {
    let isToSource = mode == .toSource
    let ends = (property.blankValue, slot.example)
    let (input, target) = isToSource ? (ends.1, ends.0) : ends
    guard let source = input.typeName, let wanted = target.typeName else { return nil }
    let output = converter?.output(for: input) ?? input
    guard !output.fits(target), let present = output.typeName else { return nil }
    let receiver = isToSource ? property.name : slot.name
    var origin = "is bound to \(source.noun)"
    if converter != nil {
      origin = "receives \(present.noun) from its converter"
    } else if isToSource {
      origin = "receives \(source.noun) from “\(slot.name)”"
    }
    let remedy =
      output.converter(to: target).map { "add a converter of type “\($0.rawValue)”" }
      ?? "bind it to a property of type “\(wanted.name)”"
    return "“\(receiver)” \(origin), and needs \(wanted.noun); \(remedy)"
  }
}

extension ElementShape.Entry {
  /// A value of the slot's type.
  @MainActor fileprivate var example: Value {
    guard case .none = initial else { return initial }
    return isComputed ? .number(0) : .list(InstanceList())
  }
}

extension ConverterDefinition {
  /// A value of the type of the results for inputs of a type.
  func output(for example: Value) -> Value {
    switch kind {
    case .round, .calculate, .rangeMap, .toNumber, .listLength, .formula, .radians, .normalize: .number(0)
    case .toString, .pad, .trim, .removeTrailingZeros: .string("")
    case .negate: .boolean(false)
    case .trigger: .trigger(0)
    case .numberToList: .list(InstanceList())
    case .interpolate: example
    case .group(let members): members.reduce(example) { $1.output(for: $0) }
    }
  }
}

extension Value {
  /// Whether a value of this type can be that of a property with `other`.
  fileprivate func fits(_ other: Value) -> Bool {
    switch (self, other) {
    case (.option, .option), (.string, .option): true
    default: adapted(to: other) != nil
    }
  }

  /// The type of the converter from this type to that of `other`.
  fileprivate func converter(to other: Value) -> ConverterType? {
    switch (self, other) {
    case (.number, .string), (.index, .string), (.boolean, .string), (.color, .string), (.option, .string),
      (.trigger, .string):
      .toString
    case (.string, .number), (.boolean, .number), (.color, .number), (.option, .number), (.trigger, .number): .toNumber
    case (.list, .number): .listLength
    case (.number, .list), (.index, .list): .numberToList
    case (_, .trigger): .trigger
    default: nil
    }
  }

  /// The type in a sentence and in a file; `nil` for a value without one.
  fileprivate var typeName: (noun: String, name: String)? {
    switch self {
    case .none: nil
    case .number: ("a number", "number")
    case .string: ("text", "string")
    case .boolean: ("true or false", "boolean")
    case .color: ("a colour", "color")
    case .option: ("a value of an enum", "enum")
    case .trigger: ("a trigger", "trigger")
    case .image: ("an image", "image")
    case .artboard: ("an artboard", "artboard")
    case .instance: ("an instance", "viewModel")
    case .list: ("a list", "list")
    case .index: ("a position", "index")
    }
  }
}
