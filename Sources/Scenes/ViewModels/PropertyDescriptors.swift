// The descriptors of properties with a value.

/// Text.
public struct StringProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .string }

  /// The value of a content.
  public static func value(of content: PropertyContent) -> String? {
    if case .string(let value) = content.value { value } else { nil }
  }

  /// The content for a value.
  public static func content(of value: String, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.string(value))
  }
}

/// A number.
public struct NumberProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .number }

  /// The value of a content.
  public static func value(of content: PropertyContent) -> Double? {
    if case .number(let value) = content.value { value } else { nil }
  }

  /// The content for a value.
  public static func content(of value: Double, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.number(value))
  }
}

/// True or false.
public struct BoolProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .boolean }

  /// The value of a content.
  public static func value(of content: PropertyContent) -> Bool? {
    if case .boolean(let value) = content.value { value } else { nil }
  }

  /// The content for a value.
  public static func content(of value: Bool, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.boolean(value))
  }
}

/// A colour.
public struct ColorProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .color }

  /// The value of a content.
  public static func value(of content: PropertyContent) -> Color? {
    if case .color(let value) = content.value { value } else { nil }
  }

  /// The content for a value.
  public static func content(of value: Color, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.color(value))
  }
}

/// One of the values of an enum, by its key.
public struct EnumProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .enum }

  /// The key of a content.
  public static func value(of content: PropertyContent) -> String? { content.value.optionKey }

  /// The content for a key; `nil` when the enum does not have it.
  public static func content(of value: String, replacing old: PropertyContent) -> PropertyContent? {
    guard case .option(let type, _) = old.value else { return nil }
    return type.value(value).map(PropertyContent.init)
  }
}

/// An image, or none.
public struct ImageProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .assetImage }

  /// The image of a content.
  public static func value(of content: PropertyContent) -> Image?? {
    if case .image(let image) = content.value { .some(image) } else { nil }
  }

  /// The content for an image.
  public static func content(of value: Image?, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.image(value))
  }
}

/// An event without a value.
public struct TriggerProperty: Hashable, Sendable {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }
}

/// A nested instance.
public struct ViewModelInstanceProperty: Hashable, Sendable {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }
}

/// A list of instances, of one view model or of several.
public struct ListProperty: Hashable, Sendable {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }
}
