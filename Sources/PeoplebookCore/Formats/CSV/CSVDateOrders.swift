/// The order of day and month in each column of dates: a program writes all dates of a column alike.
struct CSVDateOrders {
  /// The orders that dates with a part above 12 have, by the index of the column.
  private var found: [Int: Set<PartialDate.NumericOrder>] = [:]

  /// The order in a column; `nil` when no date determines it, or when dates contradict each other.
  func order(inColumn index: Int) -> PartialDate.NumericOrder? {
    guard let orders = found[index], orders.count == 1 else { return nil }
    return orders.first
  }

  /// Adds the dates of a record.
  ///
  /// - Returns: Whether the order of a date is open, and later records may determine it.
  mutating func add(_ cells: [String], of table: CSVTable) -> Bool {
    var isOpen = false
    for index in table.dateColumns where index < cells.count && !cells[index].isEmpty {
      let orders = PartialDate.orders(of: cells[index])
      if orders.count == 1 {
        found[index, default: []].formUnion(orders)
      } else if orders.count > 1, found[index] == nil {
        isOpen = true
      }
    }
    return isOpen
  }
}
