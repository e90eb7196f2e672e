import Algorithms
import Testing

@testable import Replication

/// The law of merging: machines with the same entries have equal books, whatever happened on the way.
@Suite struct RandomHistoryTests {
  private static let ids = ["1", "2", "3", "4"]
  private static let words = ["Ada", "Grace", "Alan", "Edsger", ""]
  private static let start = ["1": RecordContent("Ada", note: "n", tags: ["a", "b"]), "2": RecordContent("Bob")]

  private func change(_ member: inout Member, at time: Int64, _ random: inout SeededGenerator) {
    let id = Self.ids.randomElement(using: &random) ?? ""
    let word = Self.words.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<10, using: &random) {
    case 0: member.write(id, nil, at: time)
    case 1: member.undo(at: time)
    case 2, 3: member.edit(id, at: time) { $0.first = word }
    case 4, 5: member.edit(id, at: time) { $0.note = word }
    case 6: member.edit(id, at: time) { $0.tags.shuffle(using: &random) }
    case 7: member.edit(id, at: time) { if !$0.tags.isEmpty { $0.tags.removeFirst() } }
    default: member.edit(id, at: time) { if !$0.tags.contains(word), !word.isEmpty { $0.tags.append(word) } }
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func `five machines end with equal books`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var members = (1...5).map { number in
      Member(number, drift: Int64.random(in: -18_000_000...18_000_000, using: &random), start: Self.start)
    }
    for step in 0..<120 {
      let index = Int.random(in: 0..<5, using: &random)
      // A partition: the groups change every 40 steps.
      let isEven = (step / 40).isMultiple(of: 2)
      if Bool.random(using: &random) {
        change(&members[index], at: Int64(step) * 1_000, &random)
      } else {
        let other = Int.random(in: 0..<5, using: &random)
        guard isEven ? (index < 2) == (other < 2) : (index < 4) == (other < 4) else { continue }
        // Some entries, in any order, some of them twice.
        let entries = members[other].sent.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        members[index].receive((entries + entries.prefix(3)).shuffled(using: &random))
      }
    }
    let entries = members.flatMap(\.sent)
    for index in members.indices { members[index].receive(entries.shuffled(using: &random)) }
    var late = Member(9, start: Self.start)
    late.receive(entries.shuffled(using: &random))
    for member in members + [late] {
      #expect(member.queue.waiting.isEmpty)
      #expect(member.book == members[0].book)
      #expect(member.states == members[0].states)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func `a snapshot replaces the entries it has`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var members = (1...3).map { Member($0, start: Self.start) }
    for step in 0..<60 {
      let index = Int.random(in: 0..<3, using: &random)
      change(&members[index], at: Int64(step), &random)
      if step.isMultiple(of: 7) { members[index].receive(members[(index + 1) % 3].sent) }
    }
    // One was away: it takes over the state of another, and its own changes are kept.
    members[0].receive(members[1].sent)
    var merged = members[2]
    merged.adopt(members[0])
    var received = members[2]
    received.receive((members[0].sent + members[1].sent).shuffled(using: &random))
    let entries = members.flatMap(\.sent)
    merged.receive(entries)
    received.receive(entries)
    #expect(merged.states == received.states)
    members[0].receive(entries)
    #expect(members[0].book == merged.book)
  }
}
