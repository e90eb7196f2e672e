/// The text that makes a machine a member of a shared book: the relay's address, and the book's key.
///
/// Its owner can read and change the book, so it is passed on like a password.
public struct JoinLink: Hashable, Sendable, CustomStringConvertible {
  /// The address of the relay.
  public let relay: String
  let book: [UInt8]
  let epoch: Int64
  let key: [UInt8]
  /// The machine that made the link; the new member accepts its snapshots first.
  let inviter: MachineID

  init(relay: String, keys: BookKeys, inviter: MachineID) {
    self.relay = relay
    book = keys.book
    epoch = keys.epoch
    key = keys.key
    self.inviter = inviter
  }

  fileprivate static let prefix = "peoplebook:join/"
  private static let version: UInt64 = 1
  private static let checksumSize = 4
  /// The longest link that is read, in bytes.
  private static let limit = 16_384

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] { Array(Sodium.digest(bytes).prefix(checksumSize)) }

  /// The link as text without blanks.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the link.
  public var description: String {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(raw: book)
    writer.write(epoch)
    writer.write(raw: key)
    writer.write(inviter)
    writer.write(relay)
    writer.write(raw: Self.checksum(writer.bytes))
    return Self.prefix + Sodium.base64(writer.bytes)
  }

  /// Reads a link, around which blanks and line breaks are ignored.
  ///
  /// - Throws: ``JoinLinkError`` when it is incomplete, has another letter than was written, or is of a newer version.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: some StringProtocol) throws(JoinLinkError) {
    let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    let link = String(String.UnicodeScalarView(letters))
    guard link.hasPrefix(Self.prefix), link.utf8.count <= Self.limit else { throw .notALink }
    guard let bytes = Sodium.bytes(ofBase64: String(link.dropFirst(Self.prefix.count))), bytes.count > Self.checksumSize
    else {
      throw .misspelled
    }
    let content = Array(bytes.dropLast(Self.checksumSize))
    guard Self.checksum(content) == Array(bytes.suffix(Self.checksumSize)) else { throw .misspelled }
    var reader = ByteReader(content)
    let version: UInt64
    do {
      version = try reader.number()
    } catch {
      throw .misspelled
    }
    guard version == Self.version else { throw .newer }
    do {
      book = try reader.raw(16)
      epoch = try reader.integer()
      key = try reader.raw(Sodium.keySize)
      inviter = try reader.machine()
      relay = try reader.text()
      try reader.end()
    } catch {
      throw .misspelled
    }
    guard epoch > 0, !relay.isEmpty, !relay.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .misspelled
    }
  }

  var keys: BookKeys { BookKeys(book: book, keys: [epoch: key]) }
}

/// The reason why a text is not a join link.
public enum JoinLinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not begin like a link.
  case notALink
  /// A letter is wrong, or the end is missing.
  case misspelled
  /// A newer version has written it.
  case newer

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .notALink: "This is not a join link. A join link begins with “\(JoinLink.prefix)”."
    case .misspelled: "A part of the join link is missing or changed: copy all of it again."
    case .newer: "The join link was made by a newer version of this program: update this one."
    }
  }
}
