import PeoplebookCore
import Persistence
import Reactive

/// The time of a search in the store: from a query to the people of its first page.
@MainActor
enum FindingBenchmarks {
  /// Every letter and digit alone, and words typed letter by letter: frequent, rare and missing names, places and
  /// numbers, and several words.
  private static let typed =
    (97...122).map { String(UnicodeScalar(UInt8($0))) } + (0...9).map(String.init) + [
      "ada", "garcia", "lovelace", "zoe", "example.org", "friend", "work", "1234567", "4930", "0150", "1977", "nobody",
      "anna example", "maria 55", "li wei", "chess club", "museum of tides", "a e o", "明", "שנ", "ma la",
    ]

  static func run(_ bench: Bench, _ path: String) async throws {
    let store = try Book.open(at: path)
    let people = store.objects(Person.self)
    let token = people.changesetPublisher.sink { _ in }
    defer { token.cancel() }
    while people.items.rows == nil { await Bench.pause(milliseconds: 1) }
    var queries: Set<String> = []
    var times: [(query: String, milliseconds: Double)] = []
    for text in typed {
      var typed = ""
      for letter in text {
        typed.append(letter)
        guard queries.insert(typed).inserted else { continue }
        var rounds: [Double] = []
        for _ in 0..<3 { rounds.append(try await time(typed, in: store)) }
        times.append((typed, rounds.median))
      }
    }
    let all = times.map(\.milliseconds)
    let slowest = times.max { $0.milliseconds < $1.milliseconds }
    let bare = try BareBook(path)
    var floor: [Double] = []
    for letter in "aemst" {
      floor.append(try Bench.nanoseconds { try bare.firstFound(String(letter), 40) } / 1e6)
    }
    var letters: [Double] = []
    for letter in "aemst" { letters.append(try await time(String(letter), in: store)) }
    bench.record(
      "search at 1,000,000, first page, one frequent letter", letters.median, unit: "ms", baseline: floor.median,
      of: "FTS5 and a sort")
    bench.record("search at 1,000,000, first page, median of \(all.count) queries", all.median, unit: "ms")
    bench.record("search at 1,000,000, first page, 95th percentile", all.percentile(95), unit: "ms")
    bench.record(
      "search at 1,000,000, first page, slowest query (“\(slowest?.query ?? "")”)", slowest?.milliseconds ?? .nan,
      unit: "ms", goal: .valueAtMost(16))
  }

  private static func time(_ text: String, in store: Store) async throws -> Double {
    let start = Bench.now
    let list = store.objects(Person.self).search(text)
    try await list.load()
    let page = list.items.prefix(40)
    precondition(page.allSatisfy { $0.row > 0 }, "a row is missing")
    return Double(Bench.now - start) / 1e6
  }
}
