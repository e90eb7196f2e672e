/// The reason why a book cannot be shared or synchronised.
///
/// `description` is one sentence for the user: the problem, and the way out.
public enum SharingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The book is not shared.
  case notShared
  /// The book is shared already.
  case alreadyShared
  /// The book is shared already, through another relay.
  case sharedElsewhere(relay: String)
  /// The book to join with has records.
  case notEmpty
  /// The members have begun another key since the join link was made.
  case voidLink
  /// The relay has no snapshot that the join link opens.
  case noSnapshot
  /// The file with the keys is missing or damaged.
  case noKeys(path: String)
  /// The file with the keys is that of another book, or older than the book.
  case otherKeys(path: String)
  /// What the book keeps for sharing is damaged, or a newer version has written it.
  case damagedState
  /// Another machine writes entries under this one's identifier: both were restored from one backup.
  case identityInUse
  /// The change log no longer has the changes since the last synchronisation.
  case logPruned
  /// No member has the name or the identifier.
  case noSuchMember(String)
  /// Several members have the name.
  case severalMembers(String)
  /// The name is that of this machine, which leaves rather than being removed.
  case ownMachine(String)
  /// Another member has removed this machine.
  case removed

  /// One sentence for the user; the program that shows it says how it does what the user needs next.
  public var description: String {
    switch self {
    case .notShared: "This book is not shared."
    case .alreadyShared: "This book is shared already."
    case .sharedElsewhere(let relay): "This book is shared already, through \(RelayAddress.withoutPassword(relay))."
    case .notEmpty: "This book is not empty: join with a new book, and import yours afterwards."
    case .voidLink: "This join link is no longer valid: a machine was removed since. Ask a member for the new one."
    case .noSnapshot:
      "The relay does not have the book yet: start a member that has it, or ask for a new join link."
    case .noKeys(let path):
      "The keys of this shared book are missing (\(path)): restore the file, or leave and join again."
    case .otherKeys(let path):
      "The keys beside this book (\(path)) are old, or those of another book: restore the right file, or leave and "
        + "join again."
    case .damagedState:
      "The sharing data of this book cannot be read: update Peoplebook, or leave and join again."
    case .identityInUse:
      "Another machine was restored from the same backup: this machine takes a new identity when it is started again."
    case .logPruned:
      "This machine was away for too long: leave, and join again with a new book."
    case .noSuchMember(let name): "There is no member “\(name)”."
    case .severalMembers(let name): "Several members are called “\(name)”: use an identifier instead."
    case .ownMachine(let name): "“\(name)” is this machine, which can only leave."
    case .removed: "Another member has removed this machine: this book keeps its people, and gets no more changes."
    }
  }
}
