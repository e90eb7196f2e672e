/// A code for the sound of a word: the American Soundex of its folded letters, such as `m600` for Meyer and Maier.
///
/// Words that are not written with Latin letters have none.
struct SoundCode: Hashable {
  let text: String

  init?(_ word: String) {
    let letters = Array(word.lowercased().utf8)
    guard let first = letters.first, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    var code = [first]
    var last = Self.group(of: first)
    for letter in letters.dropFirst() {
      let group = Self.group(of: letter)
      if let group, group != last { code.append(group) }
      // H and W do not part two letters of one group; a vowel does.
      if letter != UInt8(ascii: "h"), letter != UInt8(ascii: "w") { last = group }
      if code.count == 4 { break }
    }
    code += Array(repeating: UInt8(ascii: "0"), count: 4 - code.count)
    text = String(decoding: code, as: UTF8.self)
  }

  /// The group of consonants that sound alike; `nil` for a vowel, H, W and Y.
  private static func group(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "p"), UInt8(ascii: "v"): UInt8(ascii: "1")
    case UInt8(ascii: "c"), UInt8(ascii: "g"), UInt8(ascii: "j"), UInt8(ascii: "k"), UInt8(ascii: "q"),
      UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "z"):
      UInt8(ascii: "2")
    case UInt8(ascii: "d"), UInt8(ascii: "t"): UInt8(ascii: "3")
    case UInt8(ascii: "l"): UInt8(ascii: "4")
    case UInt8(ascii: "m"), UInt8(ascii: "n"): UInt8(ascii: "5")
    case UInt8(ascii: "r"): UInt8(ascii: "6")
    default: nil
    }
  }
}
