/// A place through which machines exchange entries, and which can read none of them.
///
/// Nothing depends on its honesty: it may deliver entries late, repeatedly and in any order, and lose some for a while.
/// The members notice what is missing or altered.
public protocol Relay: Sendable {
  /// Makes room for the book.
  ///
  /// Until then, a relay that can tell throws ``RelayError/noBook(_:)`` instead of looking empty.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func create() async throws

  /// The last number of each machine's entries that the relay has.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func heads() async throws -> VersionVector

  /// Some of the entries that are not in `seen`, those of a machine in their order; empty when it has none.
  ///
  /// The first one of each machine is among them: those of the others may depend on it. Where there are too many bytes
  /// for that, another call begins with other machines.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func entries(after seen: VersionVector) async throws -> [SealedEntry]

  /// What the last ``entries(after:)`` has not returned because it cannot be read: a sentence for each part.
  var unreadable: [String] { get async }

  /// Throws when entries cannot be stored, as far as it is known without storing one.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func checkWriting() async throws

  /// Stores entries; those that it has already are ignored.
  ///
  /// - Throws: ``RelayError/taken(_:)`` when it has another entry with the same machine and number.
  func append(_ entries: [SealedEntry]) async throws

  /// Deletes the entries of a machine up to a number, which all members have.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func removeEntries(of machine: MachineID, through number: Int64) async throws

  /// The identifiers of the complete snapshots.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func snapshots() async throws -> [EntryID]

  /// The parts of a snapshot; empty when the relay does not have it.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func snapshot(_ id: EntryID) async throws -> [SealedEntry]

  /// Stores a snapshot, and deletes the earlier ones of the same machine.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func store(snapshot parts: [SealedEntry]) async throws

  /// The moments at which entries may have arrived, until the relay is lost.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func news() async throws -> RelayNews
}

extension Relay {
  /// Does nothing: the first entry makes the room.
  public func create() async {}

  /// Does nothing: only storing shows it.
  public func checkWriting() async {}

  /// The sentence about bytes that are not those of an entry.
  static func damage(of machine: MachineID) -> String {
    "An entry of the machine \(machine) is damaged: the next snapshot replaces it."
  }
}

/// The reason why a relay does not do what it should.
public enum RelayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address has no form that a relay has.
  case badAddress(String)
  /// It cannot be reached, or has ended the connection.
  case unreachable(String)
  /// It can be reached, and has nothing of the book: a folder that is not mounted, or that was emptied.
  case noBook(String)
  /// It refuses this machine.
  case refused(String)
  /// It has no room.
  case full(String)
  /// It takes no change of this size; both sizes are in megabytes.
  case tooLarge(size: Int, limit: Int)
  /// It can be reached, and what was begun could not be written.
  case unwritable(String)
  /// It has another entry with the same machine and number.
  case taken(EntryID)
  /// It has the book, and this machine cannot read it; the text is a sentence.
  case unreadable(String)

  /// Whether the relay may work later, without a change by the user.
  public var isTemporary: Bool {
    switch self {
    case .unreachable, .noBook, .full, .unwritable, .unreadable: true
    case .badAddress, .refused, .tooLarge, .taken: false
    }
  }

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .badAddress(let address):
      "“\(RelayAddress.withoutPassword(address))” is not the address of a relay: name a folder, "
        + "postgresql://HOST/DATABASE, or http://HOST:PORT."
    case .unreachable(let detail):
      "The relay cannot be reached (\(detail))."
    case .noBook(let place):
      "\(place) has nothing of this book: mount the disk that belongs there or, if the folder was emptied, share the "
        + "book there again."
    case .refused(let detail): "The relay refuses this machine (\(detail)): check the address and its rights."
    case .full(let detail): "The relay is full (\(detail)): make room on it. Changes stay on this machine until then."
    case .tooLarge(let size, let limit):
      "A change has \(size) MB, and a folder takes at most \(limit) MB: make the text or photo smaller, then leave the "
        + "shared book, and share or join it again."
    case .unwritable(let detail): "The relay could not be written (\(detail)): check its disk."
    case .unreadable(let problem): problem
    case .taken: "Another machine uses the identity of this machine, which now takes a new one."
    }
  }
}
