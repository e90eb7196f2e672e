/// The text typed into a ``CommandPalette``, which ranks the commands that match it.
///
/// Each word of the query is matched with the title of a command, then with its keywords, then with its sentence: as a
/// whole word or as a prefix of one. If that fails, the letters of the whole query are matched with the initials of the
/// title and of the sentence, and finally, scattered, with the title alone. A single letter does not match keywords,
/// since almost every command has one that begins with it.
struct PaletteQuery {
  /// The quality of a match, best first.
  enum Rank: Int, Comparable {
    case titleWord, titleBeginning
    case keyword, keywordBeginning
    case sentenceWord, sentenceBeginning
    case titleInitials, sentenceInitials
    case scatteredInTitle

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }

    /// Whether the query occurs in the title as the user reads it.
    var isInTitle: Bool { self <= .titleBeginning }
  }

  /// The ranges and the rank of a match.
  struct Match: Equatable {
    /// The rank of the word with the worst match.
    var rank: Rank
    /// The sum of the ranks of all words: of two commands with the same rank, the one with the lower sum is first.
    var cost: Int
    var titleRanges: [Range<String.Index>] = []
    var detailRanges: [Range<String.Index>] = []
    /// The keyword that matches if neither the title nor the sentence does.
    var keyword: String?

    /// Whether neither of two matches is the better one.
    func isAsGood(as other: Match) -> Bool { rank == other.rank && cost == other.cost }
  }

  private let words: [String]

  init(_ text: String) {
    words = Self.words(of: text).map { text[$0].lowercased() }
  }

  /// Whether the query is empty.
  var isEmpty: Bool { words.isEmpty }

  /// Returns the match of a command; `nil` when it does not match.
  func match(title: String, keywords: [String] = [], detail: String) -> Match? {
    guard !isEmpty else { return Match(rank: .titleWord, cost: 0) }
    return matchByWords(title: title, keywords: keywords, detail: detail)
      ?? matchByLetters(title: title, detail: detail)
  }

  // MARK: Words

  private func matchByWords(title: String, keywords: [String], detail: String) -> Match? {
    var match = Match(rank: .titleWord, cost: 0)
    for word in words {
      let rank: Rank
      if let found = Self.find(word, in: title) {
        rank = found.isWhole ? .titleWord : .titleBeginning
        match.titleRanges.append(found.range)
      } else if let (keyword, found) = find(word, in: keywords) {
        rank = found.isWhole ? .keyword : .keywordBeginning
        if let inDetail = Self.find(word, in: detail) {
          match.detailRanges.append(inDetail.range)
        } else {
          match.keyword = keyword
        }
      } else if let found = Self.find(word, in: detail) {
        rank = found.isWhole ? .sentenceWord : .sentenceBeginning
        match.detailRanges.append(found.range)
      } else {
        return nil
      }
      match.rank = max(match.rank, rank)
      match.cost += rank.rawValue
    }
    match.titleRanges = Self.merged(match.titleRanges)
    match.detailRanges = Self.merged(match.detailRanges)
    return match
  }

  private typealias Found = (range: Range<String.Index>, isWhole: Bool)

  /// The first whole word of `text` that equals `word`, or the first that begins with it.
  private static func find(_ word: String, in text: String) -> Found? {
    var beginning: Found?
    for range in words(of: text) {
      let candidate = text[range].lowercased()
      guard candidate.hasPrefix(word) else { continue }
      if candidate == word { return (range, true) }
      beginning = beginning ?? (range.lowerBound..<text.index(range.lowerBound, offsetBy: word.count), false)
    }
    return beginning
  }

  /// The keyword that `word` matches best.
  ///
  /// A keyword of several words is whole when the query has all of them.
  private func find(_ word: String, in keywords: [String]) -> (keyword: String, found: Found)? {
    guard word.count > 1 else { return nil }
    let all = keywords.compactMap { keyword -> (String, Found)? in
      guard var found = Self.find(word, in: keyword) else { return nil }
      found.isWhole = found.isWhole && Self.words(of: keyword).allSatisfy { words.contains(keyword[$0].lowercased()) }
      return (keyword, found)
    }
    return all.first { $0.1.isWhole } ?? all.first
  }

  /// The words of a text: its runs of letters and digits.
  static func words(of text: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var start: String.Index?
    for index in text.indices {
      let belongs = text[index].isLetter || text[index].isNumber
      if belongs, start == nil { start = index }
      if !belongs, let begun = start {
        words.append(begun..<index)
        start = nil
      }
    }
    if let start { words.append(start..<text.endIndex) }
    return words
  }

  private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var merged: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  // MARK: Letters

  private func matchByLetters(title: String, detail: String) -> Match? {
    let letters = Array(words.joined())
    // A single letter occurs in almost every text.
    guard letters.count > 1 else { return nil }
    if let ranges = Self.initials(letters, in: title) {
      return Match(rank: .titleInitials, cost: 0, titleRanges: ranges)
    }
    if let ranges = Self.initials(letters, in: detail) {
      return Match(rank: .sentenceInitials, cost: 0, detailRanges: ranges)
    }
    if let ranges = Self.scattered(letters, in: title) {
      return Match(rank: .scatteredInTitle, cost: ranges.count, titleRanges: ranges)
    }
    return nil
  }

  /// The initials of words in their order, beginning with the first word; words between them may be left out.
  private static func initials(_ letters: [Character], in text: String) -> [Range<String.Index>]? {
    var ranges: [Range<String.Index>] = []
    for word in words(of: text) where ranges.count < letters.count {
      let initial = word.lowerBound..<text.index(after: word.lowerBound)
      if text[initial].lowercased() == String(letters[ranges.count]) {
        ranges.append(initial)
      } else if ranges.isEmpty {
        return nil
      }
    }
    return ranges.count == letters.count ? ranges : nil
  }

  /// The letters in their order, the first of them at the beginning of a word.
  private static func scattered(_ letters: [Character], in text: String) -> [Range<String.Index>]? {
    for word in words(of: text) {
      var ranges: [Range<String.Index>] = []
      var rest = letters[...]
      var index = word.lowerBound
      while let letter = rest.first, index < text.endIndex {
        let next = text.index(after: index)
        if text[index].lowercased() == String(letter) {
          ranges.append(index..<next)
          rest.removeFirst()
        } else if ranges.isEmpty {
          break
        }
        index = next
      }
      if rest.isEmpty { return merged(ranges) }
    }
    return nil
  }
}
