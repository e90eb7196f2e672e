import Persistence

extension Store {
  /// Imports people from files, on the store's queue: people in the book, by id, are updated, all others are added.
  ///
  /// It is committed in parts, so that other processes can write in between. The whole import is one change, which one
  /// undo reverts, unless one has: see ``ImportOutcome/isDivided``. If it ends early, its committed parts are undone;
  /// they stay if the program ends before that is done.
  ///
  /// - Parameters:
  ///   - files: The files, all opened with the same options.
  ///   - report: Called on the store's queue after each person; must be quick.
  ///   - isCancelled: Asked there before each person, at the end, and while another program is writing, and on another
  ///     thread before each chunk of a file; `true` leaves the book as it was.
  ///   - mutation: The id of the pending mutation that ends with the last people.
  /// - Returns: What became of the people; ``ImportOutcome/isCancelled`` when it was cancelled.
  /// - Throws: ``ImportError`` when it was stopped and cannot be undone, since another process has changed one of
  ///   the people or the book cannot be written; what reading and writing throws.
  /// - Complexity: O(*k* log *n*) for *k* people read and *n* in the book.
  public func importPeople(
    from files: [ImportFile], report: @escaping @Sendable (ImportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, ending mutation: String? = nil
  ) async throws -> ImportOutcome {
    let run = ImportRun(files: files, report: report, isCancelled: isCancelled)
    // Its clock may be set while the import runs.
    let newest = try await transactionNumbers(limit: 1).first ?? 0
    let hasSaved = AtomicFlag()
    do {
      return try await write(monitor: WriteMonitor(isCancelled: isCancelled)) { transaction in
        var count = 0
        var (isInterrupted, isDivided) = (false, false)
        let preparer = try transaction.preparer(of: Person.self)
        var outcome = try run.run(preparing: preparer.prepared) { prepared, update in
          count += 1
          if count.isMultiple(of: Self.batch) {
            // Also when the rest of saving fails after its commit.
            hasSaved.set()
            isInterrupted = try !transaction.save() || isInterrupted
          }
          guard let present = try transaction.get(Person.self, id: prepared.record.id) else {
            try transaction.insertPrepared(prepared)
            isDivided = isInterrupted
            return .added
          }
          let imported = update.imported(prepared.record, over: present)
          if imported.fate == .changed {
            try transaction.update(imported.person)
            isDivided = isInterrupted
          }
          return imported.fate
        }
        if let mutation { try transaction.endMutation(mutation) }
        outcome.isDivided = isDivided
        return outcome
      }
    } catch {
      if hasSaved.isSet {
        // Before the undo: if the program ends during it, the next start does not import again.
        if let mutation { try? await write { try $0.endMutation(mutation) } }
        do {
          try await undo(after: newest)
        } catch {
          throw ImportError(
            description: "The import stopped half-way, and cannot be undone: "
              + ((error as? StoreError)?.reason ?? "\(error)"), isPartial: true)
        }
      }
      guard error is CancellationError else { throw error }
      return .cancelled
    }
  }

  /// The number of people in a commit.
  private nonisolated static let batch = 20_000

  /// Undoes what this store has committed after a transaction, whatever other processes have committed in between.
  ///
  /// - Throws: What ``undo(transaction:author:monitor:)`` throws when a later change depends on it.
  private func undo(after number: Int64) async throws {
    while let last = try await undoableTransaction(of: Person.self, scope: .own, limit: 1), last.number > number {
      try await undo(transaction: last.number)
    }
  }
}
