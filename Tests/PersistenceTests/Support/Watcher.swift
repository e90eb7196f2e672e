import Persistence
import Reactive
import Testing

/// Subscribes to a list, replays its changesets on a copy, and lets a test wait for a condition.
@MainActor
final class Watcher<M: Model> {
  private(set) var initials = 0
  private(set) var changesets: [Changeset] = []
  private(set) var failures: [any Error] = []
  private(set) var last: ResultsSnapshot<M>?
  /// The row numbers that result from the changesets alone.
  private(set) var replayed: [Int64] = []
  private var token: AnyCancellable?
  private var waiting: (condition: (Watcher) -> Bool, continuation: CheckedContinuation<Void, Never>)?

  init(_ results: Results<M>) {
    token = results.changesetPublisher.sink { [weak self] in self?.receive($0) }
  }

  isolated deinit {}

  private func receive(_ change: CollectionChange<ResultsSnapshot<M>>) {
    switch change {
    case .initial(let items):
      initials += 1
      last = items
      replayed = items.rows ?? items.map(\.row)
    case .update(let items, let changeset):
      changesets.append(changeset)
      replayed = replay(changeset, on: replayed, to: items)
      last = items
    case .failure(let error):
      failures.append(error)
    }
    if let waiting, waiting.condition(self) {
      self.waiting = nil
      waiting.continuation.resume()
    }
  }

  private func replay(_ changeset: Changeset, on old: [Int64], to new: ResultsSnapshot<M>) -> [Int64] {
    var rows = old
    for index in Set(changeset.deletions + changeset.moves.map(\.old)).sorted(by: >) { rows.remove(at: index) }
    var arrivals = changeset.insertions.map { ($0, new.row(at: $0)) }
    arrivals += changeset.moves.map { ($0.new, old[$0.old]) }
    for (index, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: min(index, rows.count)) }
    return rows
  }

  /// Returns as soon as the condition holds; when the test is cancelled, since its time is up, it is an issue.
  func wait(until condition: @escaping (Watcher) -> Bool, at location: SourceLocation = #_sourceLocation) async {
    if condition(self) { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = (condition, $0) }
    } onCancel: {
      Task { @MainActor in stopWaiting() }
    }
    if Task.isCancelled { Issue.record("the condition does not hold", sourceLocation: location) }
  }

  private func stopWaiting() {
    waiting?.continuation.resume()
    waiting = nil
  }

  func cancel() { token = nil }
}
