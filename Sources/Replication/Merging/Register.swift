/// The value of one field: the writes that no other write has replaced.
///
/// Usually it has one. Machines that wrote without having seen each other's write leave one each.
struct Register<Value: Hashable & Sendable>: Hashable, Sendable {
  struct Version: Hashable, Sendable {
    var entry: EntryID
    var moment: Moment
    var value: Value

    /// Whether it was written earlier; the machine decides between equal moments.
    func precedes(_ other: Version) -> Bool { (moment, entry) < (other.moment, other.entry) }
  }

  /// The latest first.
  private(set) var versions: [Version] = []

  init(_ versions: [Version] = []) {
    self.versions = versions.sorted { $1.precedes($0) }
  }

  var winner: Version? { versions.first }
  /// The latest value; `nil` for a field that was never written, or an element that was removed.
  var value: Value? { winner?.value }
  /// The other values that machines wrote at the same time, the latest first, each once.
  var others: [Version] {
    var seen: Set<Value> = []
    return versions.filter { seen.insert($0.value).inserted }.dropFirst().map { $0 }
  }

  mutating func write(_ value: Value, _ context: WriteContext) {
    clear(context)
    versions.append(Version(entry: context.entry, moment: context.moment, value: value))
    versions.sort { $1.precedes($0) }
  }

  /// The writes that count for a machine that has the entries of both: those that both have, and those that the other
  /// has not seen.
  func merged(with other: Register, _ seen: VersionVector, _ otherSeen: VersionVector) -> Register {
    let (mine, theirs) = (Set(versions.map(\.entry)), Set(other.versions.map(\.entry)))
    // A machine without any entry has not begun with the origin either: it is about to join.
    func isSeen(_ entry: EntryID, by vector: VersionVector) -> Bool {
      entry == .origin ? !vector.numbers.isEmpty : vector.covers(entry)
    }
    return Register(
      versions.filter { theirs.contains($0.entry) || !isSeen($0.entry, by: otherSeen) }
        + other.versions.filter { !mine.contains($0.entry) && !isSeen($0.entry, by: seen) })
  }

  /// The register with the writes of some entries only.
  func filtered(_ isIncluded: (EntryID) -> Bool) -> Register { Register(versions.filter { isIncluded($0.entry) }) }

  /// Removes the values that the author had seen.
  mutating func clear(_ context: WriteContext) {
    versions.removeAll { context.covers($0.entry) }
  }
}
