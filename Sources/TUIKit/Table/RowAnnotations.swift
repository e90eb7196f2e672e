import Time

/// A note at the end of a row.
struct RowAnnotation {
  let row: RowIndex
  let text: String
  let start: Instant

  var end: Instant { start + TableTiming.annotation }

  /// The progress of its fading.
  func faded(at now: Instant) -> Double {
    let fade = end - TableTiming.annotationFade
    guard now > fade else { return 0 }
    return now < end ? RowLook.quantised((now - fade) / TableTiming.annotationFade) : 1
  }
}

/// The notes at the ends of rows, at most one for each row.
@MainActor
final class RowAnnotations {
  private var all: [RowAnnotation] = []

  var isEmpty: Bool { all.isEmpty }

  /// The time at which the last note ends.
  ///
  /// - Complexity: O(notes).
  var end: Instant? { all.lazy.map(\.end).max() }

  /// The note of a row.
  ///
  /// - Complexity: O(notes).
  subscript(row: RowIndex) -> RowAnnotation? { all.first { $0.row == row } }

  /// Adds a note in place of the row's previous one, and keeps the latest `limit` notes.
  ///
  /// - Complexity: O(notes).
  func add(_ annotation: RowAnnotation, limit: Int) {
    all.removeAll { $0.row == annotation.row }
    all.append(annotation)
    if all.count > limit { all.removeFirst() }
  }

  /// Lets each note follow its row; notes of deleted rows end.
  ///
  /// - Complexity: O(notes · log changes).
  func follow(_ plan: some RowPlan) {
    all = all.compactMap { annotation in
      plan.new(of: annotation.row).map { RowAnnotation(row: $0, text: annotation.text, start: annotation.start) }
    }
  }

  /// Removes the notes that have ended, and returns the rows whose notes have begun to fade.
  ///
  /// - Complexity: O(notes).
  func advance(to now: Instant) -> [RowIndex] {
    guard !all.isEmpty else { return [] }
    let fading = all.filter { $0.faded(at: now) > 0 }.map(\.row)
    all.removeAll { $0.end <= now }
    return fading
  }

  func removeAll() {
    all = []
  }
}
