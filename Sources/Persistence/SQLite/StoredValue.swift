/// A value in a column of SQLite.
///
/// The order is SQLite's own: null, then numbers, then text by its UTF-8 bytes, then blobs by their bytes.
public enum StoredValue: Hashable, Sendable, Comparable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// A sequence of bytes.
  case blob([UInt8])

  /// Whether SQLite sorts the first value before the second.
  ///
  /// - Complexity: O(*n*) for texts and blobs, where *n* is the length of the shorter one.
  public static func < (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.blob(let left), .blob(let right)): precedes(left, right)
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    default: left.rank < right.rank
    }
  }

  /// Whether the values are the same for SQLite: texts are compared by their bytes, however they look.
  ///
  /// - Complexity: O(*n*) for texts and blobs, where *n* is the length.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)):
      left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Feeds the kind and the value into a hasher.
  ///
  /// - Complexity: O(*n*) for texts and blobs, where *n* is the length.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let integer):
      hasher.combine(1)
      hasher.combine(integer)
    case .real(let real):
      hasher.combine(2)
      hasher.combine(real)
    case .text(var text):
      hasher.combine(3)
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let bytes):
      hasher.combine(4)
      hasher.combine(bytes)
    }
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        let shared = min(left.count, right.count)
        for index in 0..<shared where left[index] != right[index] { return left[index] < right[index] }
        return left.count < right.count
      }
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

/// A Swift value that can be stored in one column.
public protocol Storable: Equatable, Sendable {
  /// The column's type and constraint, as in `TEXT NOT NULL DEFAULT ''`.
  static var columnType: String { get }
  /// The value that a column holds; `nil` when it holds something else, which another program may have written.
  init?(stored: StoredValue)
  /// The value as the column holds it.
  var stored: StoredValue { get }
}

extension String: Storable {
  /// The type and the constraint of a column of this type.
  public static var columnType: String { "TEXT NOT NULL DEFAULT ''" }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }

  /// Without NUL characters, which end a text for some of SQLite's functions.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var stored: StoredValue {
    .text(utf8.contains(0) ? String(unicodeScalars.filter { $0.value != 0 }.map(Character.init)) : self)
  }
}

extension Int64: Storable {
  /// The type and the constraint of a column of this type.
  public static var columnType: String { "INTEGER NOT NULL DEFAULT 0" }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    guard case .integer(let integer) = stored else { return nil }
    self = integer
  }

  /// The value as the column holds it.
  public var stored: StoredValue { .integer(self) }
}

extension Int: Storable {
  /// The type and the constraint of a column of this type.
  public static var columnType: String { "INTEGER NOT NULL DEFAULT 0" }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    guard case .integer(let integer) = stored else { return nil }
    self.init(exactly: integer)
  }

  /// The value as the column holds it.
  public var stored: StoredValue { .integer(Int64(self)) }
}

extension Bool: Storable {
  /// The type and the constraint of a column of this type.
  public static var columnType: String { "INTEGER NOT NULL DEFAULT 0" }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    guard case .integer(let integer) = stored else { return nil }
    self = integer != 0
  }

  /// The value as the column holds it.
  public var stored: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: Storable {
  /// The type and the constraint of a column of this type.
  public static var columnType: String { "REAL NOT NULL DEFAULT 0" }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    switch stored {
    case .real(let real): self = real
    case .integer(let integer): self = Double(integer)
    default: return nil
    }
  }

  /// The value as the column holds it.
  public var stored: StoredValue { .real(self) }
}

extension Optional: Storable where Wrapped: Storable {
  /// The column type of the wrapped type, without its constraint.
  public static var columnType: String { String(Wrapped.columnType.prefix { $0 != " " }) }

  /// The value that a column holds; `nil` when it holds something else.
  public init?(stored: StoredValue) {
    if stored == .null {
      self = .none
    } else if let wrapped = Wrapped(stored: stored) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// The value as the column holds it.
  public var stored: StoredValue { self?.stored ?? .null }
}

extension StoredValue {
  /// The text, if it is one.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
