/// Makes text of the lines of a file that names no encoding: UTF-8, and Windows-1252 where a line is not UTF-8.
struct LineDecoder {
  private let charsets = CharsetDecoder()
  private var hasOtherBytes = false

  /// The text of bytes at a line; a note in the report has the first line that is not UTF-8.
  mutating func text(_ bytes: [UInt8], line: Int, report: inout ImportReport) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text.cleaned }
    if !hasOtherBytes {
      hasOtherBytes = true
      report.note("this file is not in UTF-8; it is read as Windows-1252.", line: line)
    }
    return (charsets.decode(bytes, charset: "WINDOWS-1252") ?? String(decoding: bytes, as: UTF8.self)).cleaned
  }
}
