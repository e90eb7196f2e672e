/// A value of a list, and how many records have it.
public struct ValueCount: Hashable, Sendable {
  public let value: String
  public let count: Int
}

extension Store {
  /// The values that stand in a list of any record, the most frequent first: the tags that there are, say. It costs what
  /// all the lists together have; where they are indexed, some 10 ms for each 100,000 values.
  public func values<M: Model>(of keyPath: KeyPath<M, [String]>) throws(StoreError) -> [ValueCount] {
    guard let list = M.table.list(at: keyPath) else {
      // A mistake of the programmer, which the first run of the code shows: no input leads here.
      preconditionFailure("\(keyPath) is not a list of \(M.self)")
    }
    return try reader.map(
      "SELECT value, count(*) FROM \(M.table.listTable(list)) GROUP BY value ORDER BY count(*) DESC, value"
    ) { ValueCount(value: $0.text(0), count: Int($0.integer(1))) }
  }
}
