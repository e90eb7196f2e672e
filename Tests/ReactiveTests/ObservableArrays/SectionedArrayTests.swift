import Reactive
import ReactiveTesting
import Testing

@Suite struct SectionedArrayTests {
  @Test(arguments: 0..<40)
  func `replaying each change on the sections before gives the sections now`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nextID = 1000
    let rows = MutableObservableArray((0..<25).map { Row(id: $0, text: $0) })
    let sectioned = rows.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.sectioned { $0.text / 10 }
    var replica: [[Row]] = []
    var updates = 0
    let token = sectioned.changesetPublisher.sink { change in
      let present = (change.snapshot?.sections ?? []).map { Array($0.items) }
      switch change {
      case .initial: replica = present
      case .update(_, let changeset):
        updates += 1
        replica = changeset.replayed(on: replica, from: present)
      case .failure: Issue.record("nothing fails here")
      }
      #expect(replica == present)
    }
    for _ in 0..<25 {
      let edits = Int.random(in: 1..<6, using: &generator)
      rows.items = ChunkedArray(edited(Array(rows.items), edits: edits, nextID: &nextID, using: &generator))
      let plain = Array(rows.items).sorted { ($0.text, $0.id) < ($1.text, $1.id) }
      #expect(replica.flatMap { $0 } == plain)
      #expect(replica.allSatisfy { section in Set(section.map { $0.text / 10 }).count == 1 })
    }
    #expect(updates > 0)
    withExtendedLifetime(token) {}
  }

  @Test func `a section that becomes empty goes, and a new key brings one`() {
    let rows = MutableObservableArray(["Ada", "Alan", "Grace"])
    let sectioned = rows.sectioned { $0.first }
    var log: [String] = []
    let token = sectioned.changesetPublisher.sink { change in
      guard case .update(let snapshot, let changeset) = change else { return }
      let sections = snapshot.sections.map { "\($0.key.map(String.init) ?? "")\($0.count)" }.joined(separator: " ")
      log.append("\(sections): −\(changeset.deletedSections) +\(changeset.insertedSections) +\(changeset.insertions)")
    }
    rows.remove(at: 2)
    rows.append("Hedy")
    rows.insert("Anita", at: 1)
    #expect(log == ["A2: −[1] +[] +[]", "A2 H1: −[] +[1] +[]", "A3 H1: −[] +[] +[0.1]"])
    #expect(sectioned.snapshot.sections[0][1] == "Anita")
    withExtendedLifetime(token) {}
  }
}
