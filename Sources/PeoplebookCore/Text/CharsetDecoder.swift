import Glibc

/// Decodes text in the encodings of old cards with the C library's `iconv`.
final class CharsetDecoder {
  private var converters: [String: iconv_t] = [:]
  private var unknown: Set<String> = []

  deinit {
    for converter in converters.values { iconv_close(converter) }
  }

  /// The text, with U+FFFD for bytes that are invalid in the encoding; `nil` for an unknown encoding.
  func decode(_ bytes: [UInt8], charset: String) -> String? {
    guard let converter = converter(for: charset) else { return nil }
    iconv(converter, nil, nil, nil, nil)
    var input = bytes
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 512)
    input.withUnsafeMutableBytes { inputBytes in
      var next = inputBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = inputBytes.count
      while left > 0 {
        let written = chunk.withUnsafeMutableBytes { outputBytes -> Int in
          var out = outputBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = outputBytes.count
          let result = iconv(converter, &next, &left, &out, &room)
          // (size_t)-1 reports a full chunk, or invalid or incomplete bytes, which become U+FFFD.
          if result == -1, errno != E2BIG, room >= 3 {
            let standIn: [UInt8] = [0xEF, 0xBF, 0xBD]
            outputBytes[(outputBytes.count - room)...].copyBytes(from: standIn)
            room -= standIn.count
            next = next?.advanced(by: 1)
            left -= 1
          }
          return outputBytes.count - room
        }
        output += chunk[..<written]
      }
    }
    // Some encodings buffer the last letter, because a combining mark may follow.
    let written = chunk.withUnsafeMutableBytes { outputBytes -> Int in
      var out = outputBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = outputBytes.count
      iconv(converter, nil, nil, &out, &room)
      return outputBytes.count - room
    }
    output += chunk[..<written]
    return String(decoding: output, as: UTF8.self)
  }

  private func converter(for charset: String) -> iconv_t? {
    // A name must not have a suffix such as //TRANSLIT, which `iconv_open` understands.
    let name = charset.uppercased()
    guard !unknown.contains(name) else { return nil }
    if let known = converters[name] { return known }
    let isName = !name.isEmpty && name.utf8.allSatisfy { $0 != 0x2F && $0 > 0x20 && $0 < 0x7F }
    // `iconv_open` returns (iconv_t)-1 when it fails.
    guard isName, let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 else {
      unknown.insert(name)
      return nil
    }
    converters[name] = opened
    return opened
  }
}
