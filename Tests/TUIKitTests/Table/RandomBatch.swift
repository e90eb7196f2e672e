@testable import TUIKit

/// The content of a table, with a name for each section and row, and a random batch that leads to another state.
struct RandomBatch {
  struct Section: Equatable {
    var name: Int
    var rows: [Int]
  }

  var old: [Section]
  var new: [Section]
  var update = BatchUpdate()

  /// - Parameter intensity: the approximate number of deleted, inserted and moved rows.
  init(
    from old: [Section], nextName: inout Int, intensity: Int, movesSections: Bool = true,
    using random: inout SeededGenerator
  ) {
    self.old = old
    var new = old
    func few(_ limit: Int) -> Int { limit <= 0 ? 0 : Int.random(in: 0...limit, using: &random) }
    func place(ofRow name: Int, in state: [Section]) -> RowIndex? {
      for (section, content) in state.enumerated() {
        if let row = content.rows.firstIndex(of: name) { return RowIndex(section: section, row: row) }
      }
      return nil
    }
    func name() -> Int {
      nextName += 1
      return nextName
    }

    // Delete.
    var moved: [Int] = []
    var movedSections: [Section] = []
    for _ in 0..<few(intensity) where !new.isEmpty {
      let section = Int.random(in: 0..<new.count, using: &random)
      guard !new[section].rows.isEmpty else { continue }
      let row = new[section].rows.remove(at: Int.random(in: 0..<new[section].rows.count, using: &random))
      if let origin = place(ofRow: row, in: old) { update.deletions.append(origin) }
    }
    for _ in 0..<few(intensity) where !new.isEmpty {
      let section = Int.random(in: 0..<new.count, using: &random)
      guard !new[section].rows.isEmpty else { continue }
      moved.append(new[section].rows.remove(at: Int.random(in: 0..<new[section].rows.count, using: &random)))
    }
    if movesSections, few(3) == 0, !new.isEmpty {
      let gone = new.remove(at: Int.random(in: 0..<new.count, using: &random))
      if Bool.random(using: &random) {
        movedSections.append(gone)
      } else {
        update.sectionDeletions.append(old.firstIndex { $0.name == gone.name } ?? 0)
      }
    }
    // Insert.
    for section in movedSections { new.insert(section, at: few(new.count)) }
    if new.isEmpty || movesSections && few(3) == 0 {
      new.insert(Section(name: name(), rows: (0..<few(4)).map { _ in name() }), at: few(new.count))
    }
    var inserted: [Int] = []
    for _ in 0..<few(intensity) {
      let row = name()
      inserted.append(row)
      let section = Int.random(in: 0..<new.count, using: &random)
      new[section].rows.insert(row, at: few(new[section].rows.count))
    }
    for row in moved {
      let section = Int.random(in: 0..<new.count, using: &random)
      new[section].rows.insert(row, at: few(new[section].rows.count))
    }
    // Describe the changes.
    for (index, section) in new.enumerated() where !old.contains(where: { $0.name == section.name }) {
      update.sectionInsertions.append(index)
    }
    for section in movedSections {
      update.sectionMoves.append(
        .init(
          old: old.firstIndex { $0.name == section.name } ?? 0, new: new.firstIndex { $0.name == section.name } ?? 0))
    }
    let newSections = Set(update.sectionInsertions)
    for row in inserted {
      // The rows of a new section are inserted with it.
      if let index = place(ofRow: row, in: new), !newSections.contains(index.section) {
        update.insertions.append(index)
      }
    }
    for row in moved {
      if let origin = place(ofRow: row, in: old), let target = place(ofRow: row, in: new) {
        update.moves.append(.init(old: origin, new: target))
      }
    }
    for (section, content) in old.enumerated() where !update.sectionDeletions.contains(section) {
      for row in content.rows.indices
      where few(8) == 0 && !update.deletions.contains(RowIndex(section: section, row: row)) {
        update.reloads.append(RowIndex(section: section, row: row))
      }
    }
    update.deletions.shuffle(using: &random)
    update.insertions.shuffle(using: &random)
    update.moves.shuffle(using: &random)
    self.new = new
  }
}
