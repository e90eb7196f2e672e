/// The beginning of a file, from which its format is recognised.
struct FileBeginning {
  /// The number of bytes that are read.
  static let limit = 65_536

  /// The bytes as UTF-8, without a mark of encoding.
  let bytes: [UInt8]
  /// The lines that are not blank.
  let lines: [Substring]

  init(_ bytes: [UInt8]) {
    var source = UTF8Source(MemoryByteSource(bytes))
    var text: [UInt8] = []
    while let chunk = try? source.nextChunk() { text += chunk }
    self.bytes = text
    lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).filter { line in
      !line.allSatisfy(\.isWhitespace)
    }
  }

  var isEmpty: Bool { lines.isEmpty }

  /// The first line that is not blank, without blanks at its ends.
  var firstLine: String { lines.first.map { String($0).trimmed } ?? "" }

  /// The first line in quotation marks, cut to what fits in a sentence.
  var excerpt: String {
    firstLine.count > 30 ? "“\(firstLine.prefix(30))…”" : "“\(firstLine)”"
  }

  /// The kind of a file that is certainly not a file of people; `nil` when it may be one.
  var foreignKind: String? {
    if let signedKind { return signedKind }
    if bytes.prefix(1_024).contains(0) { return "a binary file" }
    let first = firstLine.lowercased()
    if ["<!doctype", "<html"].contains(where: first.hasPrefix) { return "a web page" }
    return first.hasPrefix("<?xml") ? "an XML file" : nil
  }

  /// The kind of the file according to its first bytes; `nil` when they do not determine it.
  var signedKind: String? { Self.signatures.first { bytes.starts(with: $0.bytes) }?.kind }

  /// The first bytes of a file of SQLite.
  static let databaseSignature = Array("SQLite format 3\0".utf8)

  private static let signatures: [(bytes: [UInt8], kind: String)] = [
    ([0x7F] + "ELF".utf8, "a program"), (Array("#!".utf8), "a script"), (Array("%PDF".utf8), "a PDF document"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive or an office document"), ([0x1F, 0x8B], "a compressed file"),
    (databaseSignature, "a database"), ([0x89] + "PNG".utf8, "a picture"),
    ([0xFF, 0xD8, 0xFF], "a picture"),
    (Array("GIF8".utf8), "a picture"), (Array("{\\rtf".utf8), "an RTF document"),
  ]
}
