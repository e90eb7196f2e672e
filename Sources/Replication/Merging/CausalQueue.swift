/// Releases entries in an order in which they can be merged: each after those that its author had seen.
///
/// The relay may deliver entries late, repeatedly and in any order.
struct CausalQueue {
  /// The entries that were released.
  private(set) var released: VersionVector
  /// The entries that wait for others.
  private(set) var waiting: [EntryID: Entry] = [:]

  init(released: VersionVector = VersionVector()) {
    self.released = released
  }

  /// Adds an entry; one that was released or is waiting already is ignored.
  mutating func add(_ entry: Entry) {
    guard !released.covers(entry.id) else { return }
    waiting[entry.id] = entry
  }

  /// Removes the entries that can be merged now, in an order that does not depend on that of their arrival.
  ///
  /// - Complexity: O(n · m) for n waiting entries of m machines.
  mutating func release() -> [Entry] {
    var ready: [Entry] = []
    var machines = Set(waiting.keys.map(\.machine)).sorted()
    var hasAdvanced = true
    while hasAdvanced, !machines.isEmpty {
      hasAdvanced = false
      for machine in machines {
        while let entry = waiting[EntryID(machine: machine, number: released[machine] + 1)], isReady(entry) {
          waiting[entry.id] = nil
          released[machine] = entry.id.number
          ready.append(entry)
          hasAdvanced = true
        }
      }
      machines.removeAll { waiting[EntryID(machine: $0, number: released[$0] + 1)] == nil }
    }
    return ready
  }

  private func isReady(_ entry: Entry) -> Bool {
    entry.seen.numbers.allSatisfy { machine, number in machine == entry.id.machine || released[machine] >= number }
  }
}
