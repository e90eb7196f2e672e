/// The place of a write among all writes: the entry, the moment, and the entries that its author had seen.
struct WriteContext {
  var entry: EntryID
  var moment: Moment
  var seen: VersionVector

  /// Whether the author had seen a write, which this one then replaces.
  ///
  /// Entries of one machine are merged in their order, so an earlier write of the same machine has been seen.
  func covers(_ other: EntryID) -> Bool {
    other == .origin || other.machine == entry.machine || seen.covers(other)
  }
}
