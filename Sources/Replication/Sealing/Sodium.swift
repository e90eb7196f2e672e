import CSodium

/// The functions of libsodium with Swift's arrays.
enum Sodium {
  /// Prepares the library; a process that cannot get random numbers must not encrypt.
  private static let isReady: Bool = sodium_init() >= 0

  private static func prepare() {
    precondition(isReady, "libsodium has no source of random numbers")
  }

  static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  static let keySize = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  static let signatureSize = Int(crypto_sign_BYTES)
  static let seedSize = Int(crypto_sign_SEEDBYTES)
  static let publicKeySize = Int(crypto_sign_PUBLICKEYBYTES)

  static func random(_ count: Int) -> [UInt8] {
    prepare()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress { randombytes_buf(base, count) }
      initialized = count
    }
  }

  /// The BLAKE2b digest with a number of bytes from 16 to 64.
  static func digest(_ bytes: [UInt8], size: Int = 16) -> [UInt8] {
    prepare()
    var digest = [UInt8](repeating: 0, count: size)
    crypto_generichash(&digest, size, bytes, UInt64(bytes.count), nil, 0)
    return digest
  }

  // MARK: Encryption with one key

  /// XChaCha20-Poly1305: the encrypted bytes and their tag, which also authenticates `data`.
  static func encrypt(_ bytes: [UInt8], data: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8] {
    prepare()
    var sealed = [UInt8](repeating: 0, count: bytes.count + tagSize)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, bytes, UInt64(bytes.count), data, UInt64(data.count), nil, nonce, key)
    return sealed
  }

  /// `nil` when the bytes, the data, the nonce or the key are not those of the encryption.
  static func decrypt(_ sealed: [UInt8], data: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8]? {
    prepare()
    guard sealed.count >= tagSize, nonce.count == nonceSize, key.count == keySize else { return nil }
    var bytes = [UInt8](repeating: 0, count: sealed.count - tagSize)
    let code = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &bytes, nil, nil, sealed, UInt64(sealed.count), data, UInt64(data.count), nonce, key)
    return code == 0 ? bytes : nil
  }

  // MARK: Signatures

  /// The Ed25519 keys that belong to a seed.
  static func signingKeys(seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8]) {
    prepare()
    var publicKey = [UInt8](repeating: 0, count: publicKeySize)
    var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
    return (publicKey, secretKey)
  }

  static func sign(_ bytes: [UInt8], secretKey: [UInt8]) -> [UInt8] {
    prepare()
    var signature = [UInt8](repeating: 0, count: signatureSize)
    crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secretKey)
    return signature
  }

  static func isValid(_ signature: [UInt8], of bytes: [UInt8], publicKey: [UInt8]) -> Bool {
    prepare()
    guard signature.count == signatureSize, publicKey.count == publicKeySize else { return false }
    return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), publicKey) == 0
  }

  // MARK: Encryption for one machine

  /// Encrypts bytes for the owner of an Ed25519 key; `nil` when that is not a key.
  static func encrypt(_ bytes: [UInt8], for publicKey: [UInt8]) -> [UInt8]? {
    prepare()
    guard publicKey.count == publicKeySize else { return nil }
    var key = [UInt8](repeating: 0, count: Int(crypto_scalarmult_curve25519_BYTES))
    guard crypto_sign_ed25519_pk_to_curve25519(&key, publicKey) == 0 else { return nil }
    var sealed = [UInt8](repeating: 0, count: bytes.count + crypto_box_sealbytes())
    return crypto_box_seal(&sealed, bytes, UInt64(bytes.count), key) == 0 ? sealed : nil
  }

  /// `nil` when the bytes were not encrypted for the owner of the keys.
  static func decrypt(_ sealed: [UInt8], publicKey: [UInt8], secretKey: [UInt8]) -> [UInt8]? {
    prepare()
    let overhead = crypto_box_sealbytes()
    guard sealed.count >= overhead else { return nil }
    var (open, secret) = (
      [UInt8](repeating: 0, count: Int(crypto_scalarmult_curve25519_BYTES)),
      [UInt8](repeating: 0, count: Int(crypto_scalarmult_curve25519_BYTES))
    )
    guard crypto_sign_ed25519_pk_to_curve25519(&open, publicKey) == 0,
      crypto_sign_ed25519_sk_to_curve25519(&secret, secretKey) == 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: sealed.count - overhead)
    return crypto_box_seal_open(&bytes, sealed, UInt64(sealed.count), open, secret) == 0 ? bytes : nil
  }

  // MARK: Text

  /// Base64 in the letters that need no escapes in an address, without padding.
  private static let base64Variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

  /// The Base64 text of bytes, which needs no escapes in an address.
  static func base64(_ bytes: [UInt8]) -> String {
    let size = sodium_base64_encoded_len(bytes.count, base64Variant)
    var letters = [CChar](repeating: 0, count: size)
    sodium_bin2base64(&letters, size, bytes, bytes.count, base64Variant)
    return String(decoding: letters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes of a Base64 text; `nil` when it has another letter, or is not the text of any bytes.
  static func bytes(ofBase64 text: String) -> [UInt8]? {
    let letters = Array(text.utf8).map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: letters.count)
    var count = 0
    guard !letters.isEmpty,
      sodium_base642bin(&bytes, bytes.count, letters, letters.count, nil, &count, nil, base64Variant) == 0
    else { return nil }
    return Array(bytes.prefix(count))
  }
}
