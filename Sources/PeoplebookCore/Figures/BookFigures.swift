import Persistence

/// A book in figures: the people with each tag, the people added in each month, and the changes of each day.
public struct BookFigures: Hashable, Sendable {
  /// A number with its name.
  public struct Figure: Hashable, Sendable {
    /// A tag, a month like `2026-11`, or a day like `2026-11-24`.
    public let name: String
    /// The number of people or changes.
    public let count: Int

    /// Creates a figure.
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The number of people in the book.
  public let people: Int
  /// The people with each tag, the most frequent first.
  public let tags: [Figure]
  /// The people who were added in each of the last ``monthCount`` months, the current one last.
  public let months: [Figure]
  /// The people who were added earlier, or at an unknown time.
  public let earlier: Int
  /// The changes of any program on each of the last ``dayCount`` days, today last.
  public let days: [Figure]

  /// The number of months in ``months``.
  public static let monthCount = 12
  /// The number of days in ``days``.
  public static let dayCount = 60

  /// Counts what a book's statistics say about the time until `now`.
  ///
  /// - Parameters:
  ///   - statistics: Those of people, with their tags as values.
  ///   - now: The present time in milliseconds since 1970. Months and days are those of the user's time zone.
  /// - Complexity: O(*n*), where *n* is the size of `statistics`.
  public init(_ statistics: Statistics, now: Int64) {
    people = statistics.count
    tags = statistics.values.map { Figure($0.value, $0.count) }
    let present = LocalTime(milliseconds: now)
    var added: [Int: Int] = [:]
    for insertions in statistics.insertions {
      added[LocalTime(milliseconds: insertions.time).monthNumber, default: 0] += insertions.count
    }
    months = (0..<Self.monthCount).reversed().map { age in
      let month = present.monthNumber - age
      return Figure(LocalTime.name(ofMonth: month), added[month] ?? 0)
    }
    earlier = max(0, people - months.reduce(0) { $0 + $1.count })
    var changes: [Int: Int] = [:]
    for time in statistics.commits { changes[LocalTime(milliseconds: time).dayNumber, default: 0] += 1 }
    days = (0..<Self.dayCount).reversed().map { age in
      let day = present.dayNumber - age
      return Figure(LocalTime.name(ofDay: day), changes[day] ?? 0)
    }
  }
}

extension Store {
  /// The present figures of the book, read on the store's queue.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the length of the log and the number of tags of all people.
  public func figures() async throws(StoreError) -> BookFigures {
    let now = LocalTime.now
    let start = now - Int64(BookFigures.dayCount + 1) * 86_400_000
    return BookFigures(try await statistics(of: \Person.tags, commitsSince: start), now: now)
  }
}
