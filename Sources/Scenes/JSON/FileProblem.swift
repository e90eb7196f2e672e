/// The reason why a file is not a scene: a sentence, and the place in the file.
struct FileProblem: Error {
  let message: String
  /// The byte at which the problem is.
  let offset: Int
  /// The names and indices that lead to the value; empty for a problem of the JSON itself.
  let path: [String]

  init(_ message: String, at offset: Int, path: [String] = []) {
    self.message = message
    self.offset = offset
    self.path = path
  }

  /// The problem in one line: `card.json:14:9: artboards/Card/children/2: …`.
  ///
  /// - Complexity: O(length of the file).
  func description(in bytes: [UInt8], named name: String) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // A column is a character; the continuation bytes of UTF-8 do not count.
    let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    let path = path.isEmpty ? "" : path.map { $0.shortened(to: 40) }.joined(separator: "/") + ": "
    return "\(name):\(line):\(column): \(path)\(message.shortened(to: 300))".printable
  }
}
