import Reactive
import Testing

@testable import Persistence

@MainActor
@Suite struct SectionedResultsTests {
  let folder = Folder()

  /// What a subscriber is told, replayed.
  private final class Sections {
    var labels: [[String]] = []
    var rows: [[Int64]] = []
    var updates = 0
    var token: AnyCancellable?

    init(_ results: SectionedResults<Friend>) {
      token = results.changesetPublisher.sink { [weak self] in self?.receive($0) }
    }

    private func receive(_ change: SectionedChange<String, ResultsSnapshot<Friend>>) {
      guard let snapshot = change.snapshot else { return }
      let new = snapshot.sections.map { $0.items.map(\.row) }
      if case .update(_, let changeset) = change {
        updates += 1
        rows = changeset.replayed(on: rows, from: new)
        #expect(rows == new)
      } else {
        rows = new
      }
      labels.append(snapshot.sections.map(\.key))
    }
  }

  /// Sections by looking at everybody.
  private func expected(_ friends: [Friend], _ order: Order<Friend>, _ collator: Collator) -> [SectionRun] {
    let initials = Initials(collator)
    var runs: [SectionRun] = []
    for friend in friends {
      let label = initials.labels[initials.index(ofKey: .blob(collator.key(for: order.fields(friend))))]
      if runs.last?.label == label {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(.init(label: label, count: 1))
      }
    }
    return runs
  }

  @Test func `letters of many scripts divide a list`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in [
        "Zoë", "Ada", "Åsa", "", "007", "Łukasz", "Omar", "Ølaf", "Борис", "Ωmega", "山田", "やまだ", "김철수", "אבי", "ada",
      ] {
        try transaction.insert(Friend(name))
      }
    }
    let sections = Sections(store.objects(Friend.self).sectioned(by: .initial))
    let watcher = Watcher(store.objects(Friend.self))
    try await store.write { try $0.insert(Friend("Bob")) }
    await watcher.wait { $0.replayed.count == 16 }
    #expect(sections.labels.last == ["#", "A", "B", "L", "O", "Z", "Ω", "Б", "א", "가", "あ", "漢"])
    #expect(sections.rows.map(\.count) == [2, 3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `a language has letters of its own`() throws {
    let root = try #require(Collator(locale: ""))
    let swedish = try #require(Collator(locale: "sv"))
    #expect(!Initials(root).labels.contains("Å"))
    let labels = Initials(swedish).labels
    #expect(labels.firstIndex(of: "Å").map { labels[($0 - 1)...($0 + 2)] } == ["Z", "Å", "Ä", "Ö"])
    #expect(Initials(swedish).index(ofKey: .blob(swedish.key(for: ["ångström"]))) == labels.firstIndex(of: "Å"))
  }

  @Test(arguments: 0..<6) func `sections follow every change`(seed: UInt64) async throws {
    let store = try folder.openStore()
    var generator = Seeded(seed)
    let start = (0..<80).map { _ in Friend.random(using: &generator) }
    try await store.write { transaction in for friend in start { try transaction.insert(friend) } }
    let order = seed % 2 == 0 ? Order.first : Order.last.reversed
    let results = store.objects(Friend.self).sorted(by: order)
    let sections = Sections(results.sectioned(by: .initial))
    let watcher = Watcher(results)
    for _ in 0..<20 {
      let present = try store.fetch(Query<Friend>()).shuffled(using: &generator)
      let newcomer = Friend.random(using: &generator)
      let changed = Friend.random(using: &generator)
      try await store.write { transaction in
        try transaction.insert(newcomer)
        try transaction.delete(present[0])
        var other = present[1]
        other.first = changed.first
        other.last = changed.last
        try transaction.update(other)
      }
    }
    try await store.write { try $0.insert(Friend("Qqq", "Qqq")) }
    await watcher.wait { $0.last?.contains { $0.first == "Qqq" } == true }
    let collator = try #require(Collator(locale: ""))
    let runs = expected(try store.fetch(Query<Friend>().sorted(by: order)), order, collator)
    #expect(sections.labels.last == runs.map(\.label))
    #expect(sections.rows.map(\.count) == runs.map(\.count))
    #expect(sections.rows.flatMap { $0 } == watcher.replayed)
    #expect(sections.updates > 15)
  }
}
