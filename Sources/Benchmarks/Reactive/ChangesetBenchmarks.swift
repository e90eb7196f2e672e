import Reactive

/// The cost of the exact changes of a long list.
func reactiveChangesetBenchmarks() -> [ReactiveFigure] {
  [
    oneChange(rows: 100_000, goal: 5), oneChange(rows: 1_000_000, goal: 20),
    sortedChange(rows: 100_000, goal: 5), sortedChange(rows: 1_000_000, goal: 20),
    tenPercent(), difference(),
  ]
}

private struct BenchRow: Identifiable, Equatable {
  let id: Int
  var key: Int
  var extra = 0
}

/// One row is replaced while a subscriber keeps a snapshot, as a table does.
private func oneChange(rows count: Int, goal: Double) -> ReactiveFigure {
  let rows = MutableObservableArray((0..<count).map { BenchRow(id: $0, key: $0 * 2) })
  var kept = rows.items
  let token = rows.changesetPublisher.sink { if let items = $0.items { kept = items } }
  let changes = 2000
  var position = 1
  let cost = ReactiveStopwatch(rounds: 5).measure(count: changes) {
    for _ in 0..<changes / 2 {
      position = (position &* 7919 &+ 13) % count
      let row = rows.remove(at: position)
      rows.insert(row, at: position)
    }
  }
  reactiveUse((token, kept))
  return ReactiveFigure(
    name: "1 change applied, in \(count) rows", value: cost / 1000, unit: "µs", goal: .valueAtMost(goal))
}

/// The same behind `sorted(by:)`, which finds the positions.
private func sortedChange(rows count: Int, goal: Double) -> ReactiveFigure {
  let rows = MutableObservableArray((0..<count).map { BenchRow(id: $0, key: $0 * 2) })
  let sorted = rows.sorted { ($0.key, $0.id) < ($1.key, $1.id) }
  var operations = 0
  let token = sorted.changesetPublisher.sink { operations += $0.changeset?.count ?? 0 }
  let changes = 1000
  var position = 1
  let cost = ReactiveStopwatch(rounds: 5).measure(count: changes) {
    for _ in 0..<changes {
      position = (position &* 7919 &+ 13) % count
      var row = rows[position]
      row.key = (row.key &* 31 &+ 7) % (2 * count)
      rows.replace(at: position, with: row)
    }
  }
  precondition(operations > 0, "the changeset is empty")
  reactiveUse(token)
  return ReactiveFigure(
    name: "1 change applied, in \(count) sorted rows", value: cost / 1000, unit: "µs", goal: .valueAtMost(goal))
}

/// A tenth of a sorted list changes at once: a quarter each is inserted, deleted, updated and moved.
///
/// The baseline is a merge of the two sorted arrays.
private func tenPercent() -> ReactiveFigure {
  let count = 100_000
  let old = (0..<count).map { BenchRow(id: $0, key: $0 * 4) }
  var new: [BenchRow] = []
  var changeset = Changeset()
  var moved: Set<Int> = []
  for row in old {
    switch row.id % 40 {
    case 0:
      new.append(BenchRow(id: count + row.id, key: row.key - 1))
      new.append(row)
    case 10: changeset.deletions.append(row.id)
    case 20: new.append(BenchRow(id: row.id, key: row.key, extra: 1))
    case 30:
      // The row changes to the other half.
      moved.insert(row.id)
      new.append(BenchRow(id: row.id, key: (row.key + 2 * count) % (4 * count) + 1))
    default: new.append(row)
    }
  }
  new.sort { $0.key < $1.key }
  for (index, row) in new.enumerated() {
    if row.id >= count {
      changeset.insertions.append(index)
    } else if row.extra == 1 {
      changeset.modifications.append(Changeset.Pair(old: row.id, new: index))
    } else if moved.contains(row.id) {
      changeset.modifications.append(Changeset.Pair(old: row.id, new: index))
      changeset.moves.append(Changeset.Pair(old: row.id, new: index))
    }
  }
  let rows = ChunkedArray(old)
  var replica = rows
  replica.apply(changeset) { new[$0] }
  precondition(replica.elementsEqual(new), "the changeset does not lead to the new elements")
  let cost = ReactiveStopwatch().compare(count: 1) {
    var replica = rows
    replica.apply(changeset) { new[$0] }
    reactiveUse(replica)
  } baseline: {
    reactiveUse(mergedDifference(old, new))
  }
  return ReactiveFigure(
    name: "changeset of 10 % of 100,000", value: cost.ours / 1e6, unit: "ms",
    baseline: cost.baseline / 1e6, baselineName: "merge of sorted arrays", goal: .ratioAtMost(3))
}

/// Finds the difference when 100 of 100,000 rows were inserted, deleted, updated or moved without a record of the
/// changes.
private func difference() -> ReactiveFigure {
  let count = 100_000
  let old = (0..<count).map { BenchRow(id: $0, key: $0 * 2) }
  var new = old
  for number in 0..<25 {
    new.remove(at: (number * 3571 + 17) % new.count)
    new.insert(BenchRow(id: count + number, key: 0), at: (number * 2903 + 5) % new.count)
    new[(number * 1013 + 3) % new.count].extra += 1
    let row = new.remove(at: (number * 3049 + 29) % new.count)
    new.insert(row, at: (number * 2221 + 41) % new.count)
  }
  var operations = 0
  let cost = ReactiveStopwatch(rounds: 5).compare(count: 1) {
    operations = Changeset(from: old, to: new).count
  } baseline: {
    reactiveUse(mergedDifference(old, new))
  }
  precondition(operations <= 100, "the changeset has superfluous operations")
  return ReactiveFigure(
    name: "difference of 100,000 with 100 changes, moves among them", value: cost.ours / 1e6, unit: "ms",
    baseline: cost.baseline / 1e6, baselineName: "merge of sorted arrays", goal: .valueAtMost(10))
}

/// The least cost of a difference: one pass over two arrays that are sorted by the same key.
@inline(never)
private func mergedDifference(_ old: [BenchRow], _ new: [BenchRow]) -> Changeset {
  var result = Changeset()
  var i = 0
  var j = 0
  while i < old.count, j < new.count {
    if old[i].id == new[j].id {
      if old[i] != new[j] { result.modifications.append(Changeset.Pair(old: i, new: j)) }
      i += 1
      j += 1
    } else if old[i].key < new[j].key {
      result.deletions.append(i)
      i += 1
    } else {
      result.insertions.append(j)
      j += 1
    }
  }
  result.deletions.append(contentsOf: i..<old.count)
  result.insertions.append(contentsOf: j..<new.count)
  return result
}
