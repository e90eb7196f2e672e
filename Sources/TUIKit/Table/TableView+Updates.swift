import FoundationEssentials

/// The changes of a batch.
///
/// A change outside ``performBatchUpdates(_:completion:)`` is a batch of its own. At the end of a batch, the data
/// source must be in the state to which the batch leads.
extension TableView {
  /// Applies several changes as one batch.
  ///
  /// As in UIKit, deletions, reloads and the origins of moves are indices *before* the batch; insertions and the
  /// targets of moves are indices *after* it, in any order. The data source is queried for its numbers at the end. If
  /// they contradict the batch, the table reloads instead and notifies its delegate (``TableInconsistency``).
  ///
  /// A batch of more than 200 changes with visible effects is shown as a cross-fade.
  ///
  /// - Parameters:
  ///   - changes: Calls the methods below, in any order.
  ///   - completion: Called when all motion has ended.
  /// - Complexity: O(changes + sections + visible rows).
  public func performBatchUpdates(_ changes: () -> Void, completion: (() -> Void)? = nil) {
    updates.beginBatch()
    changes()
    updates.endBatch()
    if let completion { presenter.motion.addCompletion(completion) }
    commitBatch()
  }

  private func commitBatch() {
    guard let update = updates.takeBatch() else { return }
    if update.count > 0 { process(update) }
    if !needsLayout, !isAnimating { presenter.motion.callCompletions() }
  }

  private func change(_ body: (inout BatchUpdate) -> Void) {
    updates.add(body)
    commitBatch()
  }

  /// Inserts rows, at indices after the batch.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.insertions.append(index)
        if animation != .automatic { batch.arrivalAnimations[.row(index)] = animation }
      }
    }
  }

  /// Deletes rows, at indices before the batch.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.deletions.append(index)
        if animation != .automatic { batch.departureAnimations[.row(index)] = animation }
      }
    }
  }

  /// Reloads the cells of rows, at indices before the batch.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.reloads.append(index)
        if animation != .automatic { batch.reloadAnimations[.row(index)] = animation }
      }
    }
  }

  /// Moves a row from an index before the batch to one after it.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.moves.append(.init(old: RowIndex(indexPath), new: RowIndex(newIndexPath))) }
  }

  /// Inserts sections, at indices after the batch.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func insertSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
    change { batch in
      batch.sectionInsertions += sections
      if animation != .automatic { for section in sections { batch.arrivalAnimations[.header(section)] = animation } }
    }
  }

  /// Deletes sections, at indices before the batch.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func deleteSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
    change { batch in
      batch.sectionDeletions += sections
      if animation != .automatic { for section in sections { batch.departureAnimations[.header(section)] = animation } }
    }
  }

  /// Reloads sections, at indices before the batch; the numbers of their rows may change.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func reloadSections(_ sections: [Int]) {
    change { $0.sectionReloads += sections }
  }

  /// Moves a section from an index before the batch to one after it.
  ///
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.sectionMoves.append(.init(old: section, new: newSection)) }
  }

  /// Applies a changeset of one section.
  ///
  /// A moved row is in `moves` only; a row that was moved and modified is in both.
  ///
  /// - Parameters:
  ///   - deletions: Indices before the batch.
  ///   - insertions: Indices after it.
  ///   - modifications: Indices before and after it.
  ///   - moves: Indices before and after it.
  ///   - section: The section.
  /// - Complexity: O(changes + sections + visible rows); O(changes) inside a batch.
  public func apply(
    deletions: [Int] = [], insertions: [Int] = [], modifications: [(old: Int, new: Int)] = [],
    moves: [(old: Int, new: Int)] = [], inSection section: Int
  ) {
    change { batch in
      batch.deletions += deletions.map { RowIndex(section: section, row: $0) }
      batch.insertions += insertions.map { RowIndex(section: section, row: $0) }
      batch.reloads += modifications.map { RowIndex(section: section, row: $0.old) }
      batch.moves += moves.map {
        .init(old: RowIndex(section: section, row: $0.old), new: RowIndex(section: section, row: $0.new))
      }
    }
  }

  /// Applies a changeset of the list as a whole, with rows counted through all sections, as a batch.
  ///
  /// The sections may change too.
  ///
  /// The data source defines the section of each row after the batch; sections with the same title are the same. A row
  /// keeps its selection, mark and motion in another section. Without changes of rows, only the sections change. A
  /// moved row is in `moves` only; a row that was moved and modified is in both.
  ///
  /// - Parameters:
  ///   - deletions: Places before the batch.
  ///   - insertions: Places after it.
  ///   - modifications: Places before and after it.
  ///   - moves: Places before and after it.
  /// - Complexity: O(changes + sections + visible rows).
  public func apply(
    deletions: [Int] = [], insertions: [Int] = [], modifications: [(old: Int, new: Int)] = [],
    moves: [(old: Int, new: Int)] = []
  ) {
    processList(BatchUpdate(deletions: deletions, insertions: insertions, modifications: modifications, moves: moves))
    if !needsLayout, !isAnimating { presenter.motion.callCompletions() }
  }
}
