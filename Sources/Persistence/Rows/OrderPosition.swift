/// The position of a row in an order, by its key and then by its number.
struct OrderPosition: Hashable, Sendable, Comparable {
  var key: StoredValue
  var row: Int64

  static func < (left: OrderPosition, right: OrderPosition) -> Bool {
    left.key == right.key ? left.row < right.row : left.key < right.key
  }
}
