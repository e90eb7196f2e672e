/// A property of a component, by its name in files.
///
/// Every slot can be bound and animated, except those that the layout computes: binds read them.
enum Slot: Int, CaseIterable, Sendable {
  // Every component.
  case visible, x, y, opacity, color, background
  case width, widthMode, height, heightMode, minWidth, maxWidth, minHeight, maxHeight
  case bold, dim, italic, underline, reverse, strikethrough
  // The cells after layout, which binds only read.
  case computedX, computedY, computedWidth, computedHeight
  // Containers.
  case direction, gap, alignment, distribution
  case paddingTop, paddingRight, paddingBottom, paddingLeft
  case columns, columnGap, rowGap
  case border, borderColor, title, titleAlignment
  // Text.
  case text, wrap, textAlignment, truncation, maxLines
  // Values.
  case value, minimum, maximum, trackColor, values, valueName
  // Nested artboards, lists, images, scrolling.
  case artboard, context, items, offset, selected, image

  static let count = allCases.count
  private static let names = allCases.map { "\($0)" }

  /// The name in files.
  var name: String { Self.names[rawValue] }

  /// Whether the layout determines the value.
  var isComputed: Bool {
    switch self {
    case .computedX, .computedY, .computedWidth, .computedHeight: true
    default: false
    }
  }

  /// What changes when the slot does.
  enum Effect {
    case none, paint, layout
    /// The layout, if the size of the text is another one.
    case measure
  }

  var effect: Effect {
    switch self {
    case .opacity, .color, .background, .bold, .dim, .italic, .underline, .reverse, .strikethrough,
      .borderColor, .titleAlignment, .textAlignment, .truncation, .value, .minimum, .maximum, .trackColor, .values,
      .valueName, .title:
      .paint
    case .selected: .paint
    case .computedX, .computedY, .computedWidth, .computedHeight: .none
    case .text: .measure
    default: .layout
    }
  }
}

/// The enums of component properties.
enum SystemEnum {
  static let direction = EnumType("direction", ["vertical", "horizontal", "overlay"])
  static let alignment = EnumType("alignment", ["stretch", "start", "center", "end"])
  static let distribution = EnumType("distribution", ["start", "center", "end", "spaceBetween"])
  static let sizeMode = EnumType("size", ["fit", "fill", "percent", "fixed"])
  static let border = EnumType("border", ["none", "plain", "rounded", "heavy", "double", "dashed"])
  static let wrap = EnumType("wrap", ["word", "character", "none"])
  static let textAlignment = EnumType("textAlignment", ["start", "center", "end"])
  static let truncation = EnumType("truncation", ["end", "start", "middle", "clip"])
}
