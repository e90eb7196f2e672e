/// A plain Swift type that a ``Store`` stores, described by its ``Table``.
///
///     struct Dog: Model {
///       var row: Int64 = 0
///       var id = ""
///       var name = ""
///       var tricks: [String] = []
///
///       static let table = Table<Dog>(
///         "dog",
///         columns: [Column("name", \.name)],
///         lists: [List("trick", \.tricks)],
///         orders: [Order("name") { [$0.name] }],
///         searchText: { [$0.name] + $0.tricks })
///     }
public protocol Model: Hashable, Sendable, Identifiable where ID == String {
  /// Creates a record with the defaults of its properties.
  init()
  /// The row's number in the book; 0 until it has one. It is not used again after the record is deleted.
  var row: Int64 { get set }
  /// The identifier outside of the book. An inserted record without one gets a new id.
  var id: String { get set }
  /// The description of the model's storage.
  static var table: Table<Self> { get }

  /// Completes a record as a book of an older version had it, like the migration has completed those in the book.
  ///
  /// It is called before a deleted record is inserted again, and where a change of a user is compared with what the
  /// migration has filled in. A record that is complete stays as it is. By default, nothing is changed.
  /// - Parameters:
  ///   - record: The record; what the older version did not have has its default.
  ///   - version: The version of the book then; see ``StoreFormat/version``.
  static func complete(_ record: inout Self, from version: Int32)
}

extension Model {
  /// Changes nothing.
  public static func complete(_ record: inout Self, from version: Int32) {}
}

extension Model {
  /// Whether a book stores the same of two records, of which either may be missing.
  ///
  /// Texts are compared by their bytes: for Swift, “é” as one character equals “e” with an accent.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  package static func areStoredAlike(_ left: Self?, _ right: Self?) -> Bool {
    // Few records are equal, and only those are compared by what the book stores.
    guard left == right else { return false }
    guard let left, let right else { return true }
    return left.id.stored == right.id.stored && table.columns.allSatisfy { $0.get(left) == $0.get(right) }
      && table.lists.allSatisfy { $0.get(left) == $0.get(right) }
  }
}
