import Algorithms

/// The number of records in each group of a whole order.
struct GroupCounts {
  private struct Group {
    /// The beginning of the keys of the group.
    var start: [UInt8]
    var label: String
    var count: Int
  }

  /// The groups in the order of the list.
  private var groups: [Group]

  /// Counts the records of a query.
  ///
  /// - Complexity: O(*n* log *n*) in SQLite, where *n* is the number of records.
  init(_ plan: QueryPlan, key: String, label: String, in database: Database) throws(StoreError) {
    groups = try database.map(
      "SELECT \(key), min(\(label)), count(*) FROM \(plan.table)\(plan.where) GROUP BY 1 ORDER BY 1", plan.values
    ) { Group(start: $0.value(0).bytes, label: $0.text(1), count: Int($0.integer(2))) }
  }

  /// The groups in the order of the list, without empty ones.
  var runs: [SectionRun] { groups.filter { $0.count > 0 }.map { SectionRun(label: $0.label, count: $0.count) } }

  /// Updates the counts after one change.
  ///
  /// - Parameters:
  ///   - indices: The indices of rows in the list before.
  ///   - places: The places of rows in the list now.
  ///   - label: Returns the title of the group of a row.
  mutating func follow(
    from indices: [Int], to places: [OrderPosition], label: (Int64) throws(StoreError) -> String
  ) throws(StoreError) {
    for group in indices.map(group(at:)) { groups[group].count -= 1 }
    for place in places {
      let key = place.key.bytes
      let next = groups.partitioningIndex { key.lexicographicallyPrecedes($0.start) }
      if next > 0, key.starts(with: groups[next - 1].start) {
        if groups[next - 1].count == 0 { groups[next - 1].label = try label(place.row) }
        groups[next - 1].count += 1
      } else {
        // The beginning of a key ends with the first zero.
        let start = Array(key[...(key.firstIndex(of: 0) ?? key.count - 1)])
        groups.insert(Group(start: start, label: try label(place.row), count: 1), at: next)
      }
    }
  }

  private func group(at index: Int) -> Int {
    var rest = index
    return groups.firstIndex { group in
      defer { rest -= group.count }
      return rest < group.count
    } ?? 0
  }
}

/// The sections of a whole order.
enum SectionCounting {
  case initials(SectionCounts)
  case groups(GroupCounts)

  /// The sections in the order of the list, without empty ones.
  var runs: [SectionRun] {
    switch self {
    case .initials(let counts): counts.runs
    case .groups(let counts): counts.runs
    }
  }

  /// Updates the counts after one change; see ``GroupCounts/follow(from:to:label:)``.
  mutating func follow(
    from indices: [Int], to places: [OrderPosition], label: (Int64) throws(StoreError) -> String
  ) throws(StoreError) {
    switch self {
    case .initials(var counts):
      counts.follow(from: indices, keys: places.lazy.map(\.key))
      self = .initials(counts)
    case .groups(var counts):
      try counts.follow(from: indices, to: places, label: label)
      self = .groups(counts)
    }
  }
}

extension StoredValue {
  /// The bytes of a blob; empty for other values.
  fileprivate var bytes: [UInt8] { if case .blob(let bytes) = self { bytes } else { [] } }
}
