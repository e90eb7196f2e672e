import Algorithms
import Reactive
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SectionedResultsTests {
  let folder = Folder()

  /// The sections that result from the published changes.
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
      if case .update(let snapshot, let changeset) = change {
        updates += 1
        #expect(
          rows.flatMap { $0 }.applying(changeset) { snapshot.items.row(at: $0) } == new.flatMap { $0 })
      }
      rows = new
      labels.append(snapshot.sections.map(\.key))
    }

    var runs: [SectionRun] { zip(labels.last ?? [], rows).map { SectionRun(label: $0, count: $1.count) } }
  }

  /// The sections computed from all records.
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
    let sections = Sections(store.objects(Friend.self).sectioned())
    let watcher = Watcher(store.objects(Friend.self))
    try await store.write { try $0.insert(Friend("Bob")) }
    await watcher.wait { $0.replayed.count == 16 }
    #expect(sections.labels.last == ["#", "A", "B", "L", "O", "Z", "Ω", "Б", "א", "가", "あ", "漢"])
    #expect(sections.rows.map(\.count) == [2, 3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `a search of one page has its sections at once`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in ["Zoë King", "Ada King", "Bob King", "ada King", "007 King", "Bob Lee"] {
        try transaction.insert(Friend(name))
      }
    }
    let list = store.objects(Friend.self).search("king").sectioned()
    #expect(list.snapshot.sections.map(\.key) == ["#", "A", "B", "Z"])
    #expect(list.snapshot.sections.map(\.items.count) == [1, 2, 1, 1])
  }

  @Test func `a language has its own letters`() throws {
    let root = try #require(Collator(locale: ""))
    let swedish = try #require(Collator(locale: "sv"))
    #expect(!Initials(root).labels.contains("Å"))
    let labels = Initials(swedish).labels
    #expect(labels.firstIndex(of: "Å").map { labels[($0 - 1)...($0 + 2)] } == ["Z", "Å", "Ä", "Ö"])
    #expect(Initials(swedish).index(ofKey: .blob(swedish.key(for: ["ångström"]))) == labels.firstIndex(of: "Å"))
  }

  @Test(arguments: 0..<6) func `sections follow every change`(seed: UInt64) async throws {
    let store = try folder.openStore()
    var generator = SeededGenerator(seed: seed)
    let start = (0..<80).map { _ in Friend.random(using: &generator) }
    try await store.write { transaction in for friend in start { try transaction.insert(friend) } }
    let order = seed % 2 == 0 ? Order.first : Order.last.reversed
    let results = store.objects(Friend.self).sorted(by: order)
    let sections = Sections(results.sectioned())
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

  // MARK: Before the order is loaded

  /// Makes a book of 400 people, most of them under A and Z, and returns its sections.
  private func makeLargeBook(_ order: Order<Friend>) async throws -> [SectionRun] {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<400 {
        let name = number < 150 ? "Ada" : number < 380 ? "Zoë" : ["007", "Bob", "Łukasz", "山田", "Omar"][number % 5]
        try transaction.insert(Friend(name + " \(number)", name))
      }
    }
    let friends = try store.fetch(Query<Friend>().sorted(by: order))
    await store.close()
    return expected(friends, order, try #require(Collator(locale: "")))
  }

  @Test(arguments: [false, true]) func `a list opens with its final letters`(
    isReversed: Bool
  ) async throws {
    let order = isReversed ? Order.first.reversed : Order.first
    let runs = try await makeLargeBook(order)
    let store = try folder.openStore()
    let results = store.objects(Friend.self).sorted(by: order)
    let sections = Sections(results.sectioned())
    #expect(sections.labels == [runs.map(\.label)])
    #expect(sections.rows.map(\.count).reduce(0, +) == 400)
    // The first and the last page are at their final positions, and what ends in them has its final count.
    #expect(sections.rows[0] == results.items.prefix(4).map(\.row))
    #expect(sections.rows.last?.count == 4)
    #expect(sections.runs != runs)
    let watcher = Watcher(results)
    try await store.write { try $0.insert(Friend("Anna")) }
    await watcher.wait { $0.replayed.count == 401 }
    #expect(sections.labels.count == 3 && Set(sections.labels) == [runs.map(\.label)])
    var more = runs
    more[runs.firstIndex { $0.label == "A" } ?? 0].count += 1
    #expect(sections.runs == more)
  }

  @Test func `a list of the last letter alone opens with it`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insertAll((0..<200).map { Friend("山田\($0)") }) }
    let list = store.objects(Friend.self).sectioned()
    #expect(list.snapshot.sections.map(\.key) == ["漢"])
    #expect(list.snapshot.sections.map(\.items.count) == [200])
  }

  @Test func `a change during loading is in the sections`() async throws {
    let runs = try await makeLargeBook(.first)
    let store = try folder.openStore()
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    let sections = Sections(results.sectioned())
    let shell = try Shell(folder.book)
    try shell.run("DELETE FROM friend WHERE first LIKE 'Bob%'")
    await watcher.wait { $0.replayed.count == 396 }
    #expect(sections.runs == runs.filter { $0.label != "B" })
  }

  @Test func `a filtered list has sections with its first page`() async throws {
    let runs = try await makeLargeBook(.last)
    let store = try folder.openStore()
    let results = store.objects(Friend.self).where(\.age == 0).sorted(by: .last)
    try await results.load(findingSections: true)
    let sections = Sections(results.sectioned())
    #expect(sections.labels[0].isEmpty == false && !sections.labels[0].contains(""))
    let watcher = Watcher(results)
    await watcher.wait { $0.last?.isComplete == true }
    #expect(sections.runs == runs)
    #expect(!sections.labels.contains { $0.contains("") })
  }

  @Test func `an older book gets its letters when they are known`() async throws {
    let runs = try await makeLargeBook(.first)
    let shell = try Shell(folder.book)
    try shell.run("DELETE FROM meta WHERE key = 'initials'")
    let store = try folder.openStore()
    let results = store.objects(Friend.self)
    let sections = Sections(results.sectioned())
    #expect(sections.labels == [[""]])
    let watcher = Watcher(results)
    try await store.write { try $0.insert(Friend("Bob")) }
    await watcher.wait { $0.replayed.count == 401 }
    #expect(sections.labels.last == runs.map(\.label))
    await store.close()
    let text = try shell.value("SELECT value FROM meta WHERE key = 'initials'")
    #expect(Initials(text: text ?? "")?.labels.prefix(4) == ["#", "★", "#", "A"])
  }
}
