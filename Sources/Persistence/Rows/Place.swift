/// The place of a row in an order: by its key, then by its number.
struct Place: Hashable, Sendable, Comparable {
  var key: StoredValue
  var row: Int64

  static func < (left: Place, right: Place) -> Bool {
    left.key == right.key ? left.row < right.row : left.key < right.key
  }
}
