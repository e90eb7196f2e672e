import Testing

@testable import Replication

@Suite struct SodiumTests {
  private let key = Sodium.random(Sodium.keySize)
  private let nonce = Sodium.random(Sodium.nonceSize)

  @Test func `bytes are decrypted with their key, nonce and data alone`() {
    let sealed = Sodium.encrypt([1, 2, 3], data: [9], nonce: nonce, key: key)
    #expect(Sodium.decrypt(sealed, data: [9], nonce: nonce, key: key) == [1, 2, 3])
    #expect(Sodium.decrypt(sealed, data: [8], nonce: nonce, key: key) == nil)
    #expect(Sodium.decrypt(sealed, data: [9], nonce: Sodium.random(Sodium.nonceSize), key: key) == nil)
    #expect(Sodium.decrypt(sealed, data: [9], nonce: nonce, key: Sodium.random(Sodium.keySize)) == nil)
  }

  @Test func `bytes are encrypted for a key of the right size alone`() {
    let publicKey = MachineKeys().publicKey
    #expect(Sodium.encrypt([1, 2, 3], for: publicKey) != nil)
    #expect(Sodium.encrypt([1, 2, 3], for: publicKey + [0]) == nil)
  }

  @Test func `bytes of any other size are refused`() {
    let empty = Sodium.encrypt([], data: [], nonce: nonce, key: key)
    #expect(Sodium.decrypt(empty, data: [], nonce: nonce, key: key) == [])
    for length in 0..<empty.count {
      #expect(Sodium.decrypt(Array(empty[..<length]), data: [], nonce: nonce, key: key) == nil)
    }
    #expect(Sodium.decrypt(empty, data: [], nonce: nonce.dropLast(), key: key) == nil)
    #expect(Sodium.decrypt(empty, data: [], nonce: nonce + [0], key: key) == nil)
    #expect(Sodium.decrypt(empty, data: [], nonce: nonce, key: key.dropLast()) == nil)
  }
}
