extension TextEditor {
  /// The steps that can be undone, and those that can be redone.
  struct History: Equatable, Sendable {
    struct UndoStep: Equatable, Sendable {
      var start: Int
      var removed: [Character]
      var inserted: [Character]
      var cursorBefore: Int
      var anchorBefore: Int?
    }

    static let limit = 1000
    var done: [UndoStep] = []
    var undone: [UndoStep] = []
    private var isGroupOpen = false

    mutating func endGroup() {
      isGroupOpen = false
    }

    mutating func record(_ step: UndoStep, joins: Bool) {
      undone = []
      if joins, isGroupOpen, let last = done.popLast() {
        if let joined = join(last, step) {
          done.append(joined)
          return
        }
        done.append(last)
      }
      isGroupOpen = joins
      done.append(step)
      if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    }

    /// Joins consecutive typing up to the start of the next word, and consecutive deletions in one direction.
    private func join(_ last: UndoStep, _ next: UndoStep) -> UndoStep? {
      var joined = last
      if next.removed.isEmpty {
        guard last.removed.isEmpty || !last.inserted.isEmpty, next.start == last.start + last.inserted.count else {
          return nil
        }
        let startsWord = last.inserted.last?.isWhitespace == true && next.inserted.first?.isWhitespace == false
        if startsWord { return nil }
        joined.inserted += next.inserted
        return joined
      }
      guard next.inserted.isEmpty, last.inserted.isEmpty else { return nil }
      if next.start + next.removed.count == last.start {
        joined.start = next.start
        joined.removed = next.removed + last.removed
        return joined
      }
      guard next.start == last.start else { return nil }
      joined.removed += next.removed
      return joined
    }
  }
}
