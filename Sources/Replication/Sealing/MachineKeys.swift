/// The keys with which a machine signs its entries, and the identifier that follows from them.
struct MachineKeys: Hashable, Sendable {
  /// The secret from which the keys are derived.
  let seed: [UInt8]
  let publicKey: [UInt8]
  private let secretKey: [UInt8]

  /// New keys.
  init() {
    self.init(Sodium.random(Sodium.seedSize))
  }

  /// The keys of a seed; `nil` for a seed of another size.
  init?(seed: [UInt8]) {
    guard seed.count == Sodium.seedSize else { return nil }
    self.init(seed)
  }

  private init(_ seed: [UInt8]) {
    self.seed = seed
    (publicKey, secretKey) = Sodium.signingKeys(seed: seed)
  }

  var machine: MachineID { MachineID(publicKey: publicKey) }

  func signature(of bytes: [UInt8]) -> [UInt8] { Sodium.sign(bytes, secretKey: secretKey) }

  /// Vouches for another identity of the same machine.
  func introducing(_ successor: MachineKeys) -> Entry.Introduction.Former {
    Entry.Introduction.Former(machine: machine, signature: signature(of: Self.successionMark + successor.publicKey))
  }

  /// What no other signed bytes begin with.
  static let successionMark = Array("PBk successor".utf8)

  /// Bytes that another machine has encrypted for this one.
  func opened(_ sealed: [UInt8]) -> [UInt8]? { Sodium.decrypt(sealed, publicKey: publicKey, secretKey: secretKey) }
}

extension MachineID {
  /// The identifier of the machine with a public key: the key's digest.
  init(publicKey: [UInt8]) {
    let digest = Sodium.digest(publicKey)
    self = MachineID(bytes: digest) ?? .origin
  }
}
