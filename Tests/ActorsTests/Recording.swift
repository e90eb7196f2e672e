import FoundationEssentials

/// What a real server, rivetkit 2.0.42, sent and received.
struct Recording {
  let lines: [String]

  init() throws {
    let folder = (#filePath as String).split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    lines = try String(contentsOfFile: "\(folder)/Recordings/rivetkit-2.0.42.txt", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// What follows `marker` in each line that contains it.
  func texts(after marker: String) -> [String] {
    lines.compactMap { line in
      line.firstRange(of: marker).map { String(line[$0.upperBound...]) }
    }
  }
}

extension [UInt8] {
  /// The bytes that `text` has as pairs of digits.
  init(hexadecimal text: some StringProtocol) {
    let digits = text.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  init(_ text: String) { self = Array(text.utf8) }
}
