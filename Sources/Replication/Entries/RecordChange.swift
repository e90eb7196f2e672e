import Persistence

/// The change of one record in a commit: the fields and the elements of lists that have another value after it.
struct RecordChange: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    /// Writes some fields.
    case edit
    /// Writes all fields, and empties the others that its author knew.
    case insertion
    case deletion
  }

  /// The table of the record.
  var entity: String
  /// The identifier of the record in all books.
  var id: String
  var kind: Kind
  var fields: [FieldWrite] = []
  var lists: [ListChange] = []

  struct FieldWrite: Hashable, Sendable {
    var name: String
    var value: StoredValue
  }

  /// The bytes of the texts that it has.
  var size: Int {
    let parts = lists.lazy.flatMap(\.writes).flatMap(\.parts)
    return fields.reduce(0) { $0 + $1.value.size } + parts.reduce(0) { $0 + $1.size }
  }
}

extension StoredValue {
  /// The bytes of a text or of other bytes; 0 for a number.
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    case .null, .integer, .real: 0
    }
  }
}

/// The change of one list of a record, element by element.
struct ListChange: Hashable, Sendable {
  var name: String
  /// The elements that were added, or have other parts than before.
  var writes: [Element] = []
  var removals: [ElementKey] = []
  /// The order of all elements; `nil` where added elements only follow the others.
  var order: [ElementKey]?

  var isEmpty: Bool { writes.isEmpty && removals.isEmpty && order == nil }

  struct Element: Hashable, Sendable {
    var key: ElementKey
    var parts: [StoredValue]
  }
}

/// Identifies an element of a list: its last part, as the address of a labelled e-mail address.
///
/// An element that was given another label is therefore still the same one.
struct ElementKey: Hashable, Sendable, Comparable {
  var value: StoredValue
  /// Counts equal values in one list, from 0.
  var occurrence: Int64 = 0

  static func < (left: ElementKey, right: ElementKey) -> Bool {
    left.value == right.value ? left.occurrence < right.occurrence : left.value < right.value
  }

  /// The keys of the elements of a list.
  static func keys(of elements: [[StoredValue]]) -> [ElementKey] {
    var counts: [StoredValue: Int64] = [:]
    return elements.map { parts in
      let value = parts.last ?? .null
      defer { counts[value, default: 0] += 1 }
      return ElementKey(value: value, occurrence: counts[value, default: 0])
    }
  }
}
