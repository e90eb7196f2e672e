import Algorithms

/// A deleted record as its log entry contains it: its fields, its computed columns and its lists.
struct RecordImage<M: Model> {
  /// The id and the columns; a column that the book did not have then has its default.
  var fields: [StoredValue]
  /// The sort keys in the order of the table's orders, and the search text.
  var computed: [StoredValue]
  /// The elements of each list: the position and the parts of each.
  var lists: [[[StoredValue]]]

  /// The layout of a model's images, computed once for many images.
  struct Layout {
    fileprivate let names: [[UInt8]]
    fileprivate let empty: RecordImage

    init() {
      let table = M.table
      let names =
        ["id"] + table.columns.map(\.name) + table.orders.map(\.column) + ["search"] + table.lists.map(table.listTable)
      self.names = names.map { Array($0.utf8) }
      let model = M()
      empty = RecordImage(
        fields: [.text("")] + table.columns.map { $0.get(model) },
        computed: Array(repeating: .null, count: table.orders.count + 1),
        lists: Array(repeating: [], count: table.lists.count))
    }
  }
}

extension RecordImage {
  /// Reads the JSON object of an entry; `nil` when it cannot be read.
  ///
  /// - Complexity: O(n) in the length of the text.
  init?(_ json: UnsafeBufferPointer<UInt8>, _ layout: Layout) {
    self = layout.empty
    var next = 0
    var reader = StoredJSONReader(json)
    let isRead = reader.readMembers { name, value in
      // The members are in the order of the layout, unless the model has changed since.
      if next >= layout.names.count || !layout.names[next].elementsEqual(name) {
        guard let index = layout.names.firstIndex(where: { $0.elementsEqual(name) }) else { return }
        next = index
      }
      set(next, to: value)
      next += 1
    }
    guard isRead else { return nil }
  }

  private mutating func set(_ index: Int, to value: StoredJSONReader.Value) {
    let key = index - fields.count
    let list = key - computed.count
    switch value {
    case .scalar(let scalar) where key < 0: fields[index] = scalar
    case .scalar(let scalar) where key < computed.count - 1: computed[key] = Self.key(scalar)
    case .scalar(let scalar) where list < 0: computed[key] = scalar
    case .array(let elements) where list >= 0: lists[list] = elements.compactMap(Self.element)
    default: break
    }
  }

  /// The bytes of a sort key that is written in hexadecimal digits; NULL for an empty one.
  private static func key(_ digits: StoredValue) -> StoredValue {
    guard case .text(var digits) = digits, !digits.isEmpty else { return .null }
    return .blob(digits.withUTF8(Hexadecimal.bytes(ofUnchecked:)))
  }

  private static func element(_ value: StoredJSONReader.Value) -> [StoredValue]? {
    guard case .array(let parts) = value else { return nil }
    return parts.map { part in
      if case .scalar(let scalar) = part { scalar } else { .null }
    }
  }
}
