/// Commits of one machine, which are sent and merged together.
///
/// Entries of a machine have consecutive numbers. ``seen`` makes an entry depend on those of other machines: it is
/// merged after them.
struct Entry: Hashable, Sendable {
  var id: EntryID
  /// The entries of all machines that were in the author's book, its own earlier ones included.
  var seen: VersionVector
  /// The digest of the machine's entry before this one; empty for the first.
  ///
  /// Two entries with one number, written after a machine was restored from a backup, are found by it.
  var previous: [UInt8] = []
  var content: Content

  enum Content: Hashable, Sendable {
    /// The first entry of a machine.
    case introduction(Introduction)
    case commits([Commit])
    /// Removes a machine, and gives the others another key.
    case rotation(Rotation)
    /// Reports ``Entry/seen`` at a time in milliseconds since 1970; 0 in an entry of an earlier version.
    case acknowledgement(time: Int64)
    /// Ends the membership of the machine.
    case departure
    /// Reports which entries of a machine the author has merged, because the machine has written others with their
    /// numbers: it was restored from a backup.
    case fork(Fork)
    /// The content of an entry that a newer version has written.
    case unknown(kind: UInt64, [UInt8])
  }

  /// Makes a machine known to the others.
  struct Introduction: Hashable, Sendable {
    /// The name of the machine, as the user reads it.
    var name: String
    /// The Ed25519 key that verifies its entries.
    var publicKey: [UInt8]
    /// The identity that the machine had before; `nil` for a machine that joins.
    var former: Former?

    /// A former identity, which vouches for the new one: that is a member too, whichever keys it has.
    struct Former: Hashable, Sendable {
      var machine: MachineID
      /// The signature of the former identity under the new public key.
      var signature: [UInt8]
    }
  }

  /// Removes a machine.
  struct Rotation: Hashable, Sendable {
    var removed: MachineID
    /// The number of the key that is used from now on.
    var epoch: Int64
    /// The key, sealed for each remaining machine.
    var keys: [MachineID: [UInt8]]
  }

  /// Entries of a machine, as a member has merged them.
  struct Fork: Hashable, Sendable {
    /// The most entries in a report, and the most that a restored machine has lost.
    static let limit: Int64 = 10_000

    var machine: MachineID
    /// The digests of the last entries by their numbers.
    var digests: [Int64: [UInt8]]
  }

  /// One transaction in the author's book.
  struct Commit: Hashable, Sendable {
    var moment: Moment
    var author: String
    var changes: [RecordChange]
    /// Whether it belongs to the same transaction as the commit before it: large ones are divided.
    var isContinuation = false
  }

  /// Whether other machines have to acknowledge it before it can be pruned.
  var isNews: Bool {
    if case .acknowledgement = content { false } else { true }
  }
}
