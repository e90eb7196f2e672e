import FoundationEssentials
import Glibc

/// Text that breaks programs: examples in this file, and the Big List of Naughty Strings where it is installed.
enum NaughtyStrings {
  static let own = [
    "", " ", "Ada Lovelace", "山田太郎", "e\u{301}ve\u{302}", "👨‍👩‍👧‍👦 family", "🇫🇷🇩🇪", "❤️", "👍🏽",
    "\u{1112}\u{1161}\u{11AB}글", "שלום",
    "नमस्ते", "a\u{200B}b", "\u{1B}[2J\u{1B}]0;x\u{7}", "\u{9B}31m", "a\r\n\tb", "\u{202E}olleh\u{202C}",
    "\u{E0041}tag",
    "Z̸̛̗̰͓͍̬͎̳̘̲͛͐͗̈́͝a̷̢͙̎l̴̡̫͉̤̖̈́̀́̔͘g̵o", "\u{301}leading mark",
    "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "\u{FFFE}\u{E000}\u{378}",
    "\u{2028}\u{2029}", "\u{AD}soft", "ﷺ",
    "\u{200D}", "a\u{200D}👩",
    "👩\u{200D}a", "\u{1F3FD}", "界\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{7F}\u{80}\u{9F}", "\u{FE0F}",
  ]

  /// The path of the corpus; `nil` when it is not installed.
  static let corpus: String? = {
    let folder = getenv("PEOPLEBOOK_CORPUS").map { String(cString: $0) } ?? "../shared/data"
    let path = "\(folder)/blns/blns.json"
    return access(path, R_OK) == 0 ? path : nil
  }()

  static let all: [String] = {
    guard let corpus, let data = try? Data(contentsOf: URL(filePath: corpus)),
      let strings = try? JSONDecoder().decode([String].self, from: data)
    else { return own }
    return own + strings
  }()

  /// Random scalars, with a preference for troublesome ones.
  static func random(length: Int, using random: inout SeededGenerator) -> String {
    let troubles: [ClosedRange<UInt32>] = [
      0...0x9F, 0x20...0x7E, 0x300...0x36F, 0x1100...0x11FF, 0x200B...0x202E, 0x3040...0x30FF, 0x4E00...0x4FFF,
      0xFE00...0xFE0F,
      0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F600...0x1F64F, 0x200D...0x200D, 0x900...0x97F, 0xE0000...0xE007F,
      0...0x10FFFF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<length {
      let range = troubles.randomElement(using: &random) ?? 0...0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }
}
