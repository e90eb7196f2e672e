import FoundationEssentials

/// The changes that a batch is made of.
///
/// Each may also be told alone; it is then a batch of its own. The data source must be at the state that the batch leads to
/// when the batch ends.
extension TableView {
  /// Tells of changes that belong together and are shown as one.
  ///
  /// As in UIKit, deletions, reloads and the origins of moves are indices *before* the batch; insertions and the targets of
  /// moves are indices *after* it, in whatever order they are told. The data source is asked for its numbers at the end:
  /// when they contradict the batch, the table reloads instead and tells its delegate how (``TableInconsistency``).
  ///
  /// A batch of more than 200 changes that touches what can be seen is one cross-fade.
  ///
  /// - Parameters:
  ///   - updates: tells of the changes, in whatever order.
  ///   - completion: called when all that moves has come to rest; at once when nothing moves.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    batchDepth += 1
    updates()
    batchDepth -= 1
    if let completion { motion.completions.append(completion) }
    commitBatch()
  }

  private func commitBatch() {
    guard batchDepth == 0 else { return }
    let update = batch
    batch = BatchUpdate()
    if update.count > 0 { process(update) }
    if !needsLayout, !motion.isRunning { finishMotion() }
  }

  private func change(_ body: (inout BatchUpdate) -> Void) {
    body(&batch)
    commitBatch()
  }

  /// Tells that rows have come; indices are those after the batch.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.insertions.append(index)
        if animation != .automatic { batch.arrivalAnimations[.row(index)] = animation }
      }
    }
  }

  /// Tells that rows have gone; indices are those before the batch.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.deletions.append(index)
        if animation != .automatic { batch.departureAnimations[.row(index)] = animation }
      }
    }
  }

  /// Asks for the cells of rows again, because what they show has changed.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    change { batch in
      for index in indexPaths.map(RowIndex.init) {
        batch.reloads.append(index)
        if animation != .automatic { batch.reloadAnimations[.row(index)] = animation }
      }
    }
  }

  /// Tells that a row is elsewhere: from an index before the batch to one after it.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.moves.append(.init(old: RowIndex(indexPath), new: RowIndex(newIndexPath))) }
  }

  /// Tells that sections have come; indices are those after the batch.
  public func insertSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
    change { batch in
      batch.sectionInsertions += sections
      if animation != .automatic { for section in sections { batch.arrivalAnimations[.header(section)] = animation } }
    }
  }

  /// Tells that sections have gone; indices are those before the batch.
  public func deleteSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
    change { batch in
      batch.sectionDeletions += sections
      if animation != .automatic { for section in sections { batch.departureAnimations[.header(section)] = animation } }
    }
  }

  /// Asks for everything in these sections anew; they may have any number of rows then.
  public func reloadSections(_ sections: [Int]) {
    change { $0.sectionReloads += sections }
  }

  /// Tells that a section is elsewhere: from an index before the batch to one after it.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.sectionMoves.append(.init(old: section, new: newSection)) }
  }

  /// A whole changeset of one section, in one call. A row that was moved is in `moves` alone; one that was moved and modified
  /// is in both.
  ///
  /// - Parameters:
  ///   - deletions: indices before the batch.
  ///   - insertions: indices after it.
  ///   - modifications: indices before and after it.
  ///   - moves: indices before and after it.
  ///   - section: the section that has changed.
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

  /// A whole changeset of the list, its rows counted through all sections: a batch by itself, whose sections may be others
  /// than before.
  ///
  /// Which section a row stands in is what the data source says at the end, whether the row was touched or not; sections with
  /// the same title are the same. A row known by identity, selected, marked or on its way, is so also in another section.
  /// Without any change it tells that only the sections are others. A row that was moved is in `moves` alone; one that was moved
  /// and modified is in both.
  ///
  /// O(changes + sections + visible rows).
  ///
  /// - Parameters:
  ///   - deletions: places before the batch.
  ///   - insertions: places after it.
  ///   - modifications: places before and after it.
  ///   - moves: places before and after it.
  public func apply(
    deletions: [Int] = [], insertions: [Int] = [], modifications: [(old: Int, new: Int)] = [],
    moves: [(old: Int, new: Int)] = []
  ) {
    processList(BatchUpdate(deletions: deletions, insertions: insertions, modifications: modifications, moves: moves))
    if !needsLayout, !motion.isRunning { finishMotion() }
  }
}
