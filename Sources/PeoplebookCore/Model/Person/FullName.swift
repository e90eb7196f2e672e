/// First and last name, read from a name that is written in full: `Mr. John Q. Public, Esq.`.
///
/// Titles before the name and after it are left out, and so is a remark in parentheses at the end. A text with another
/// comma is taken apart only where it looks like `Public, John`: `Plumber, cheap` and `Müller, Meier & Partner` are
/// first names as a whole. A name in Chinese, Japanese, Korean, Vietnamese or Hungarian spelling begins with the last
/// name.
struct FullName: Hashable {
  /// The first name with the middle names: `John Q.`.
  let first: String
  /// The last name with its particles: `van Beethoven`.
  ///
  /// Empty where the name has one part.
  let last: String

  init(_ text: String) {
    var parts = Self.withoutRemark(text).split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    while parts.count > 1, let end = parts.last, Self.isSuffix(end) { parts.removeLast() }
    if parts.count > 1 {
      let isInverted = Self.isInverted(parts)
      last = isInverted ? parts[0] : ""
      first = isInverted ? parts[1] : text.trimmed
      return
    }
    var words = parts.first.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
    words = Self.withoutTitles(words)
    while words.count > 2, let end = words.last, Self.isSuffix(end) { words.removeLast() }
    let start = Self.startOfLastName(in: words)
    if start == 0, words.count > 1 {
      last = words[0]
      first = words.dropFirst().joined(separator: " ")
    } else {
      first = words.prefix(start).joined(separator: " ")
      last = words.dropFirst(start).joined(separator: " ")
    }
  }

  /// The text without a remark in parentheses at its end: `Ada Lovelace (work)` is `Ada Lovelace`.
  ///
  /// A remark has two words or more before it.
  static func withoutRemark(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      text[..<open].split(whereSeparator: \.isWhitespace).count > 1
    else { return text }
    return String(text[..<open]).trimmed
  }

  /// Whether the parts are a last and a first name: `Public`, `John Q.`.
  private static func isInverted(_ parts: [String]) -> Bool {
    guard parts.count == 2, let initial = parts[1].first, !initial.isLowercase else { return false }
    return parts.allSatisfy { part in
      let words = part.split(whereSeparator: \.isWhitespace)
      return words.count <= 4 && !words.contains { conjunctions.contains($0.lowercased()) }
        && part.allSatisfy { $0.isLetter || $0.isWhitespace || ".'’-‐·".contains($0) }
    }
  }

  /// The name without the titles before it: `Dr. Ada Lovelace` is `Ada Lovelace`.
  static func withoutTitles(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    return withoutTitles(words).joined(separator: " ")
  }

  private static func withoutTitles(_ words: [String]) -> [String] {
    // A title belongs to a last name at least: what remains is never empty.
    var words = words[...]
    while words.count > 1, let word = words.first, titles.contains(key(of: word)) { words.removeFirst() }
    return Array(words)
  }

  /// The index of the word that begins the last name; 0 when the last name is first.
  private static func startOfLastName(in words: [String]) -> Int {
    guard words.count > 1 else { return words.count }
    let (front, back) = (words[0], words[words.count - 1])
    let rest = words.dropFirst().joined(separator: " ")
    if EastAsianName.isWritten(words.joined()) || VietnameseName.isLikely(first: rest, last: front)
      || HungarianName.isLikely(first: rest, last: front) && !HungarianName.familyNames.contains(back)
    {
      return 0
    }
    var start = words.count - 1
    while start > 1, particles.contains(words[start - 1]) { start -= 1 }
    return start
  }

  private static func isSuffix(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).allSatisfy { suffixes.contains(key(of: String($0))) }
  }

  private static func key(of word: String) -> String { word.lowercased().filter { $0 != "." } }

  private static let titles: Set<String> = [
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "dame", "lady", "lord", "rev", "fr", "hon",
    "capt",
    "captain", "col", "gen", "lt", "sgt", "maj", "herr", "frau", "hr", "dipl-ing", "ing", "mag", "mme", "mlle", "me",
    "sr", "sra", "srta", "don", "doña", "dott", "sig", "dhr", "mevr", "pan", "pani", "bc", "mgr", "med", "phil",
  ]

  private static let suffixes: Set<String> = [
    "jr", "sr", "ii", "iii", "iv", "esq", "esquire", "phd", "md", "dds", "mba", "msc", "bsc", "ma", "ba", "cpa", "jd",
    "llm", "rn", "obe", "mbe", "frs", "inc", "ltd", "llc", "dvm", "pe", "ret",
  ]

  /// The words between the names of several people.
  private static let conjunctions: Set<String> = ["and", "und", "et", "och", "og"]

  private static let particles: Set<String> = [
    "van", "von", "vom", "zu", "zum", "zur", "de", "del", "della", "di", "da", "das", "do", "dos", "du", "der", "den",
    "des", "la", "le", "les", "ten", "ter", "te", "af", "av", "bin", "ibn", "al", "el", "y", "e", "van't", "’t", "'t",
    "la", "mac", "st", "op",
  ]
}
