import FoundationEssentials
import Glibc
import Persistence

/// The secrets of a machine for one book, in a file of their own beside it, which only its owner may read.
///
/// A copy of the book alone therefore reveals no key, and cannot write entries as this machine.
struct SharingSecrets: Hashable, Sendable {
  var machine: MachineKeys
  /// The keys of the identities before the present one, the last one first: they open what was encrypted for them.
  private(set) var former: [MachineKeys] = []
  var keys: BookKeys
  /// The address of the relay.
  var relay: String
  /// The name of the machine.
  var name: String
  /// The host and the number of the file that the secrets were written to, which stays when the file is moved.
  ///
  /// A copy elsewhere takes a new identity.
  var place: String = ""

  private static let version: UInt64 = 3
  /// The former identities that are kept.
  private static let formerCount = 16

  /// The path of the file for a book.
  static func path(book: String) -> String { book + ".keys" }

  /// Whether the keys of a book exist.
  ///
  /// A file that cannot be examined, as at an interruption of a network, counts as existing.
  static func exists(book: String) -> Bool { !isFileAbsent(at: path(book: book)) }

  private var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(machine.seed)
    writer.write(keys.book)
    writer.write(keys.keys.sorted { $0.key < $1.key }) { writer, key in
      writer.write(key.key)
      writer.write(key.value)
    }
    writer.write(relay)
    writer.write(name)
    writer.write(place)
    writer.write(former) { $0.write($1.seed) }
    return writer.bytes
  }

  private init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    let version = try reader.number()
    guard (1...Self.version).contains(version) else { throw MalformedBytes() }
    guard let machine = MachineKeys(seed: try reader.data()) else { throw MalformedBytes() }
    self.machine = machine
    let book = try reader.data()
    var keys: [Int64: [UInt8]] = [:]
    for (epoch, key) in try reader.list({ (reader) throws(MalformedBytes) in
      (try reader.integer(), try reader.data())
    }) {
      keys[epoch] = key
    }
    self.keys = BookKeys(book: book, keys: keys)
    relay = try reader.text()
    name = try reader.text()
    place = try reader.text()
    if version == 2 {
      former = [MachineKeys(seed: try reader.data())].compactMap(\.self)
    } else if version > 2 {
      former = try reader.list { (reader) throws(MalformedBytes) in try reader.data() }.compactMap(
        MachineKeys.init(seed:))
    }
    try reader.end()
  }

  init(machine: MachineKeys, keys: BookKeys, relay: String, name: String) {
    self.machine = machine
    self.keys = keys
    self.relay = relay
    self.name = name
  }

  /// Reads the file beside a book.
  static func load(book: String) throws(SharingError) -> SharingSecrets {
    let path = path(book: book)
    guard let data = try? Data(contentsOf: URL(filePath: path)), let secrets = try? SharingSecrets(bytes: Array(data))
    else { throw .noKeys(path: path) }
    return secrets
  }

  /// Reads the file beside a book as the last transaction has left it, which the file may be ahead of.
  static func load(book: String, as state: SharingState) throws(SharingError) -> SharingSecrets {
    var secrets = try load(book: book)
    guard state.book.isEmpty || secrets.keys.book == state.book, state.epoch == 0 || secrets.keys[state.epoch] != nil
    else { throw .otherKeys(path: path(book: book)) }
    if state.epoch > 0 { secrets.keys.limit(to: state.epoch) }
    if secrets.machine.machine != state.machine {
      // The book was restored, or the new identity was not committed: it takes another one.
      secrets.place = ""
      if let index = secrets.former.firstIndex(where: { $0.machine == state.machine }) {
        swap(&secrets.machine, &secrets.former[index])
      }
    }
    return secrets
  }

  /// Takes another identity.
  mutating func renewMachine() {
    former = Array(([machine] + former).prefix(Self.formerCount))
    machine = MachineKeys()
  }

  /// Takes over the key of a rotation, for whichever identity it is encrypted; does nothing on a removed machine.
  mutating func apply(_ rotation: Entry.Rotation) {
    for machine in [machine] + former { keys.apply(rotation, machine) }
  }

  /// Writes the file, whole or not at all.
  ///
  /// - Throws: `StoreError.diskFull`, `StoreError.inputOutput`, `StoreError.noPermission`: another attempt may succeed.
  func save(book: String) throws(StoreError) {
    let path = Self.path(book: book)
    let draft = "\(path).\(Self.draft)\(getpid())"
    var secrets = self
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    secrets.place = Self.place(of: descriptor)
    let bytes = secrets.bytes
    var code: Int32 = 0
    switch write(descriptor, bytes, bytes.count) {
    case bytes.count: if fsync(descriptor) != 0 { code = errno }
    case ..<0: code = errno
    default: code = ENOSPC
    }
    close(descriptor)
    if code == 0, rename(draft, path) != 0 { code = errno }
    if code == 0 { return Self.removeDrafts(book: book, olderThan: Self.longestWriting) }
    unlink(draft)
    throw Self.failure(code, path)
  }

  private static func failure(_ code: Int32, _ path: String) -> StoreError {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
    case EACCES, EPERM, EROFS: .noPermission(path: path)
    default: .inputOutput(path: path, detail: String(cString: strerror(code)))
    }
  }

  static func remove(book: String) {
    unlink(path(book: book))
    removeDrafts(book: book, olderThan: 0)
  }

  /// The ending of an unfinished file, before the number of the process that writes it.
  private static let draft = "draft-"

  /// The seconds after which a draft is no longer being written, on this machine or another one.
  private static let longestWriting = 600

  /// Deletes unfinished files beside the book, which have keys, too: a process that crashed has left them.
  ///
  /// - Parameter age: In seconds; younger files stay.
  private static func removeDrafts(book: String, olderThan age: Int) {
    let now = time(nil)
    let path = URL(filePath: path(book: book))
    let folder = path.deletingLastPathComponent().path
    let prefix = "\(path.lastPathComponent).\(draft)"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
      let draft = "\(folder)/\(name)"
      var status = stat()
      if age == 0 || stat(draft, &status) == 0 && status.st_mtim.tv_sec < now - age { unlink(draft) }
    }
  }

  /// Whether the file beside the book is the one that was written there, and not a copy of it.
  func isInPlace(book: String) -> Bool {
    let descriptor = open(Self.path(book: book), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Earlier versions have noted the device between them, which may have another number after a restart.
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 1 && Self.place(of: descriptor) == "\(parts[0])/\(parts[parts.count - 1])"
  }

  private static func place(of descriptor: Int32) -> String {
    var status = stat()
    fstat(descriptor, &status)
    let host = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
    return "\(host.prefix { $0 != "\n" })/\(status.st_ino)"
  }
}
