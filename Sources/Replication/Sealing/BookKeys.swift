/// The identifier of a shared book, and the keys that its entries are encrypted with.
///
/// Each removal of a machine begins an epoch with a key of its own.
struct BookKeys: Hashable, Sendable {
  /// 16 random bytes.
  let book: [UInt8]
  private(set) var keys: [Int64: [UInt8]]
  /// The newest key that this machine may write with; later ones only open what others have written.
  private(set) var limit = Int64.max
  /// The number of the current key.
  var epoch: Int64 { keys.keys.filter { $0 <= limit }.max() ?? 0 }
  /// The current key.
  var key: [UInt8] { keys[epoch] ?? [] }

  /// The current key and those before it, for new members.
  var known: [Int64: [UInt8]] { keys.filter { $0.key <= limit } }

  /// The first key, which all members have, also those that begin different ones at the same time.
  var common: BookKeys { BookKeys(book: book, keys: keys.filter { $0.key == keys.keys.min() }) }

  /// The keys of a book that is shared for the first time.
  init() {
    self.init(book: Sodium.random(16), keys: [1: Sodium.random(Sodium.keySize)])
  }

  init(book: [UInt8], keys: [Int64: [UInt8]]) {
    self.book = book
    self.keys = keys
  }

  subscript(epoch: Int64) -> [UInt8]? { keys[epoch] }

  /// The rotations that a machine can have missed, at most.
  private static let mostRotations: Int64 = 1_000

  /// Whether a rotation can have begun a key with this number: a much larger one would leave none for later rotations.
  func isPlausible(epoch: Int64) -> Bool {
    epoch > 0 && epoch >> 32 <= self.epoch >> 32 + Self.mostRotations
  }

  /// Whether there is another key that was begun at the same time.
  func hasConcurrentKey(with epoch: Int64) -> Bool { keys.keys.contains { $0 >> 32 == epoch >> 32 && $0 != epoch } }

  /// Adds a key of another machine's rotation, or those of a snapshot.
  mutating func add(_ key: [UInt8], epoch: Int64) {
    guard key.count == Sodium.keySize, isPlausible(epoch: epoch) else { return }
    limit = max(limit, epoch)
    if keys[epoch] == nil { keys[epoch] = key }
  }

  /// Does not write with keys after an epoch: the transaction that began them was not committed.
  mutating func limit(to epoch: Int64) { limit = epoch }

  /// Does not write with the keys that removals among some entries have begun.
  mutating func limit(toKeysBesides entries: [Entry]) {
    let lost = entries.compactMap { entry -> Int64? in
      if case .rotation(let rotation) = entry.content { rotation.epoch } else { nil }
    }
    limit = Set(keys.keys.filter { $0 <= limit }).subtracting(lost).max() ?? limit
  }

  // MARK: Rotation

  /// The entry that removes a machine: a new key, encrypted for each of the machines that remain.
  ///
  /// The key is used once the entry has been merged. Its number is later than all others, and random in its lower half:
  /// two machines that remove members at the same time do not give two keys one number.
  func rotation(removing machine: MachineID, remaining publicKeys: [[UInt8]]) -> Entry.Rotation {
    let key = Sodium.random(Sodium.keySize)
    let keys = publicKeys.reduce(into: [MachineID: [UInt8]]()) { keys, publicKey in
      keys[MachineID(publicKey: publicKey)] = Sodium.encrypt(key, for: publicKey)
    }
    let next = (epoch >> 32 + 1) << 32 | Int64(UInt32.random(in: 0 ... .max))
    return Entry.Rotation(removed: machine, epoch: next, keys: keys)
  }

  /// Takes over the key of a rotation; does nothing on the machine that it removes.
  mutating func apply(_ rotation: Entry.Rotation, _ machine: MachineKeys) {
    guard let sealed = rotation.keys[machine.machine], let key = machine.opened(sealed) else { return }
    add(key, epoch: rotation.epoch)
  }
}
