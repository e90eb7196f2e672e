/// A value of a property of a view model or of an element.
enum Value: Sendable {
  case none
  case number(Double)
  case string(String)
  case boolean(Bool)
  case color(Color)
  /// An option of an enum, by its index.
  case option(EnumType, Int)
  /// The number of times that a trigger was fired.
  case trigger(UInt64)
  case image(Image?)
  case artboard((any ArtboardReference)?)
  case instance(ViewModelInstance?)
  case list(InstanceList)
  /// The position of an instance in its list.
  case index(Int)

  /// Whether both values are the same; objects are compared by identity.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.number(let a), .number(let b)): a == b || a.isNaN && b.isNaN
    case (.string(let a), .string(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.color(let a), .color(let b)): a == b
    case (.option(let a, let i), .option(let b, let j)): i == j && a === b
    case (.trigger(let a), .trigger(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.artboard(let a), .artboard(let b)): a === b
    case (.instance(let a), .instance(let b)): a === b
    case (.list(let a), .list(let b)): a === b
    case (.index(let a), .index(let b)): a == b
    default: false
    }
  }

  /// The number of a number or an index.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .index(let index): Double(index)
    default: nil
    }
  }

  /// The name of the option; the empty text for an index outside the enum.
  var optionKey: String? {
    guard case .option(let type, let index) = self else { return nil }
    return type.values.indices.contains(index) ? type.values[index] : ""
  }

  /// What is shown for the key of an enum; `nil` for other types.
  var optionText: String? {
    guard case .option(let type, let index) = self else { return nil }
    return type.texts.indices.contains(index) ? type.texts[index] : ""
  }
}

/// The type of a property.
public enum DataType: String, Hashable, Sendable {
  /// A value without a type.
  case none
  /// Text.
  case string
  /// A number.
  case number
  /// True or false.
  case boolean
  /// A colour.
  case color
  /// A list of view model instances.
  case list
  /// One of the values of an enum.
  case `enum`
  /// An event without a value.
  case trigger
  /// An instance of a view model.
  case viewModel
  /// A whole number.
  case integer
  /// The position of an instance in a list.
  case symbolListIndex
  /// An image.
  case assetImage
  /// A font, which a terminal does not draw.
  case assetFont
  /// Data that the scene does not interpret.
  case assetBlob
  /// An artboard.
  case artboard
  /// An input of a state machine.
  case input
  /// A value of any type.
  case any
}

/// An enum: its name and its values in order.
final class EnumType: Sendable {
  let name: String
  /// The keys, which programs and files write.
  let values: [String]
  /// What is shown for each key.
  let texts: [String]
  private let indices: [String: Int]

  /// - Parameters:
  ///   - name: The name of the enum.
  ///   - values: The keys.
  ///   - texts: What is shown for each key; the key itself by default.
  init(_ name: String, _ values: [String], texts: [String]? = nil) {
    self.name = name
    self.values = values
    self.texts = texts ?? values
    indices = Dictionary(zip(values, values.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The value with a key; `nil` for an unknown key.
  func value(_ key: String) -> Value? {
    indices[key].map { .option(self, $0) }
  }
}

/// An artboard that a property refers to: one of a file, or one that the program created.
@MainActor
protocol ArtboardReference: AnyObject, Sendable {}
