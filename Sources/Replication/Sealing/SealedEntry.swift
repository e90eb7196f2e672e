/// An entry, or a part of a snapshot, as a relay stores it: encrypted, authenticated and signed.
///
/// Only the header can be read without the book's key: the book, the machine, the number, and which key encrypts it.
public struct SealedEntry: Hashable, Sendable {
  /// What is inside.
  enum Kind: UInt64 {
    case entry = 1
    case snapshot
    /// What a machine announces to those that are connected at the same time; not stored.
    case presence
  }

  /// The machine that signed it, and its number.
  public let id: EntryID
  /// All bytes, header and signature included.
  public let bytes: [UInt8]
  let kind: Kind
  let book: [UInt8]
  let epoch: Int64
  private let headerSize: Int

  private static let mark = Array("PBk1".utf8)
  private static let bookSize = 16

  /// Reads the header of bytes that a relay has delivered; `nil` when they have none.
  public init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do {
      guard try reader.raw(Self.mark.count) == Self.mark, let kind = Kind(rawValue: try reader.number()) else {
        return nil
      }
      self.kind = kind
      book = try reader.raw(Self.bookSize)
      id = EntryID(machine: try reader.machine(), number: try reader.integer())
      epoch = try reader.integer()
    } catch {
      return nil
    }
    headerSize = bytes.count - reader.rest.count
    guard 1...EntryID.greatestNumber ~= id.number,
      reader.rest.count >= Sodium.nonceSize + Sodium.tagSize + Sodium.signatureSize
    else {
      return nil
    }
    self.bytes = bytes
  }

  /// Identifies the sealed bytes; see ``Entry/previous``.
  var digest: [UInt8] { Sodium.digest(bytes) }

  // MARK: Sealing

  /// Encrypts bytes with the current key of the book, and signs them.
  init(_ kind: Kind, _ id: EntryID, _ content: [UInt8], _ keys: BookKeys, _ machine: MachineKeys) {
    var writer = ByteWriter()
    writer.write(raw: Self.mark)
    writer.write(kind.rawValue)
    writer.write(raw: keys.book)
    writer.write(id.machine)
    writer.write(id.number)
    writer.write(keys.epoch)
    headerSize = writer.bytes.count
    let nonce = Sodium.random(Sodium.nonceSize)
    let sealed = Sodium.encrypt(content, data: writer.bytes, nonce: nonce, key: keys.key)
    writer.write(raw: nonce)
    writer.write(raw: sealed)
    writer.write(raw: machine.signature(of: writer.bytes))
    self.kind = kind
    self.id = id
    book = keys.book
    epoch = keys.epoch
    bytes = writer.bytes
  }

  init(_ entry: Entry, _ keys: BookKeys, _ machine: MachineKeys) {
    self.init(.entry, entry.id, entry.bytes, keys, machine)
  }

  // MARK: Opening

  /// The content, if it is of this book and nothing of it was altered.
  ///
  /// The caller must also check the signature, since every member has the key.
  func content(_ keys: BookKeys) throws(SealError) -> [UInt8] {
    guard book == keys.book else { throw .otherBook }
    guard let key = keys[epoch] else { throw .unknownKey(epoch: epoch) }
    let end = bytes.count - Sodium.signatureSize
    let nonce = Array(bytes[headerSize..<headerSize + Sodium.nonceSize])
    let sealed = Array(bytes[headerSize + Sodium.nonceSize..<end])
    let header = Array(bytes[..<headerSize])
    guard let content = Sodium.decrypt(sealed, data: header, nonce: nonce, key: key) else { throw .altered(id) }
    return content
  }

  /// Checks that the machine of the header has signed all bytes.
  func check(publicKey: [UInt8]) throws(SealError) {
    guard MachineID(publicKey: publicKey) == id.machine else { throw .altered(id) }
    let end = bytes.count - Sodium.signatureSize
    guard Sodium.isValid(Array(bytes[end...]), of: Array(bytes[..<end]), publicKey: publicKey) else {
      throw .altered(id)
    }
  }

  /// The entry, if a known machine has signed it; an introduction makes its own machine known.
  ///
  /// - Parameter publicKey: Returns the key of a known machine.
  func entry(_ keys: BookKeys, publicKey: (MachineID) -> [UInt8]?) throws(SealError) -> Entry {
    guard kind == .entry else { throw .altered(id) }
    let known = publicKey(id.machine)
    // Before the key is looked for: its number may have been altered.
    if let known, book == keys.book { try check(publicKey: known) }
    let content = try content(keys)
    let entry: Entry
    do { entry = try Entry(id: id, bytes: content) } catch { throw .altered(id) }
    if known == nil {
      guard case .introduction(let introduction) = entry.content else { throw .unknownMachine(id) }
      try check(publicKey: introduction.publicKey)
    }
    return entry
  }
}

/// The reason why an entry was refused.
public enum SealError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It belongs to another book.
  case otherBook
  /// It is encrypted with a key that this machine lacks: it was removed, or the key has not arrived.
  case unknownKey(epoch: Int64)
  /// It was altered, or was not signed by its machine.
  case altered(EntryID)
  /// Its machine has not introduced itself.
  case unknownMachine(EntryID)
  /// Its machine has joined with a link that a removal has made void.
  case voidLink(EntryID)
  /// Its machine was removed before it wrote this entry.
  case removedMachine(EntryID)
  /// Its machine was removed here and has removed this one at the same time, and a member may follow it.
  case mutualRemoval(EntryID)

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .otherBook: "The relay has an entry of another book: check its address."
    case .unknownKey:
      "This machine does not have the book’s current key: it was removed, or a part of the relay has not arrived yet."
    case .altered(let id):
      "The relay sent an altered entry (\(id.number) of \(id.machine)). It was ignored: check the relay."
    case .unknownMachine(let id):
      "An entry from an unknown machine (\(id.machine)) was refused: check who has the join link."
    case .voidLink(let id):
      "A machine (\(id.machine)) has joined with a link that is no longer valid. Its entries were refused."
    case .removedMachine(let id):
      "An entry from a removed machine (\(id.machine)) was refused."
    case .mutualRemoval(let id):
      "A machine that was removed here (\(id.machine)) has removed this one at the same time, and other members may "
        + "follow it: if their changes do not arrive, leave, and join again with a new link from one of them."
    }
  }
}
