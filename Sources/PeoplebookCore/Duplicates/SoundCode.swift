/// A code for the sound of a word: `me6` for Meyer and Maier, `ka365` for Catherine and Katherine.
///
/// It is Soundex with four differences. The first sound counts and not the first letter, the code keeps the first vowel
/// and an *a* or *o* at the end, so that John is not Jane and Mario not Maria, and it is not cut off.
///
/// Initials and words that are not written with Latin letters have none.
struct SoundCode: Hashable {
  let text: String

  init?(_ word: String) {
    let letters = Array(word.lowercased().utf8)
    guard letters.count > 1, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    let (first, length) = Self.firstSound(of: letters)
    var code = first
    if let vowel = Self.firstVowel(of: letters.dropFirst(length)) { code.append(vowel) }
    var last = first.last.flatMap(Self.group)
    for letter in letters.dropFirst(length) {
      let group = Self.group(of: letter)
      if let group, group != last { code.append(group) }
      // H and W do not part two letters of one group; a vowel does.
      if letter != UInt8(ascii: "h"), letter != UInt8(ascii: "w") { last = group }
    }
    if letters.count > 2, let end = letters.last, "ao".utf8.contains(end) { code.append(end) }
    text = String(decoding: code, as: UTF8.self)
  }

  /// The consonant at the beginning as it sounds, and the number of its letters.
  private static func firstSound(of letters: [UInt8]) -> (sound: [UInt8], length: Int) {
    let word = String(decoding: letters.prefix(3), as: UTF8.self)
    if let (_, sound) = pairs.first(where: { word.hasPrefix($0.0) }) { return (Array(sound.utf8), 2) }
    let next = word.dropFirst().first ?? " "
    return switch word.first {
    case "a", "e", "i", "o", "u": ([], 0)
    case "y" where !vowels.contains(next): ([], 0)
    case "c" where "eiy".contains(next): ([UInt8(ascii: "s")], 1)
    case "c" where next != "h", "q": ([UInt8(ascii: "k")], 1)
    case "g" where "eiy".contains(next): ([UInt8(ascii: "j")], 1)
    case "z": ([UInt8(ascii: "s")], 1)
    default: (Array(letters.prefix(1)), 1)
    }
  }

  /// Pairs of letters at the beginning of a word that are one sound.
  private static let pairs = [
    ("ph", "f"), ("chr", "k"), ("chl", "k"), ("kn", "n"), ("gn", "n"), ("wr", "r"), ("ps", "s"), ("kh", "k"),
    ("th", "t"),
  ]
  private static let vowels = "aeiouy"

  /// The first vowel: `a`, `e` for all light ones, or `o` for the dark ones.
  private static func firstVowel(of letters: ArraySlice<UInt8>) -> UInt8? {
    let rest = String(decoding: letters, as: UTF8.self).drop { !vowels.contains($0) }
    guard let vowel = rest.first else { return nil }
    return switch vowel {
    case "a" where rest.hasPrefix("ai") || rest.hasPrefix("ay"): UInt8(ascii: "e")
    case "a": UInt8(ascii: "a")
    case "o", "u": UInt8(ascii: "o")
    default: UInt8(ascii: "e")
    }
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
