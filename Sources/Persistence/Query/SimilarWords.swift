/// A search of the book's words for those that are similar to words of a search, a part of the index at a time.
///
/// A word is similar when it contains the searched one, from three letters on, or when it or its beginning differs from
/// the searched one by one typo, from five letters on: a letter more, less or other, or two neighbours exchanged.
struct SimilarWords: Sendable {
  /// The index of words.
  let table: String
  private let searched: [[UInt8]]
  /// The similar words by the searched word.
  private(set) var found: [String: [String]] = [:]
  private(set) var isDone = false
  /// The segments of the index, which a merge replaces, and the place in them.
  private var segments: [WordIndex.Segment]?
  private var segment = 0
  private var page: Int64?
  private var leaves = 0

  init(_ words: [String], in table: String) {
    searched = Array(words.map { Array($0.utf8) }.filter { $0.count >= Self.shortest }.prefix(Self.mostSearched))
    self.table = table
  }

  private static let shortest = 3
  private static let shortestWithTypo = 5
  private static let most = 60
  /// The most words of a search that others are compared with; a longer text is a pasted one.
  private static let mostSearched = 8
  /// The leaves that are read in one part, some 2 ms, and in all of them.
  private static let part = 600
  private static let mostLeaves = 60_000

  /// Reads the next part; after a merge of the index, which moves the words, it begins again.
  mutating func advance(in database: Database) throws(StoreError) {
    guard !searched.isEmpty, let index = try WordIndex(table, in: database) else { return isDone = true }
    if segments != index.segments {
      segments = index.segments
      segment = 0
      page = nil
    }
    var room = min(Self.part, Self.mostLeaves - leaves)
    while room > 0, segment < index.segments.count {
      let present = index.segments[segment]
      let start = page ?? present.pages.lowerBound
      let end = min(start + Int64(room), present.pages.upperBound + 1)
      let isOver = try index.eachLeaf(of: present, in: start..<end) { read($0) }
      leaves += Int(end - start)
      room -= Int(end - start)
      page = end
      if isOver || end > present.pages.upperBound {
        segment += 1
        page = nil
      }
    }
    isDone = segment == index.segments.count || leaves >= Self.mostLeaves
  }

  /// Reads the words of a leaf; see ``WordPostings/read(_:)``.
  ///
  /// - Returns: Whether the words of the segment are over.
  private mutating func read(_ leaf: UnsafeBufferPointer<UInt8>) -> Bool {
    guard leaf.count >= 4 else { return true }
    let size = Int(leaf[2]) << 8 | Int(leaf[3])
    guard size >= 4, size <= leaf.count else { return true }
    var distances = VariableLengthReader(leaf, from: size)
    var reader = VariableLengthReader(UnsafeBufferPointer(rebasing: leaf[..<size]), from: 4)
    var term: [UInt8] = []
    var end = 0
    var isFirst = true
    while let distance = distances.next(atMost: size) {
      end += distance
      guard end < size else { return true }
      reader.offset = end
      guard let kept = isFirst ? 0 : reader.next(atMost: term.count), let added = reader.next(atMost: size),
        let bytes = reader.bytes(added)
      else { return true }
      term.removeSubrange(kept...)
      term += bytes
      isFirst = false
      // Prefixes follow the words.
      guard term.first == 0x30 else { return true }
      for word in searched where Self.isSimilar(term.dropFirst(), to: word) { add(term.dropFirst(), to: word) }
    }
    return false
  }

  private mutating func add(_ term: ArraySlice<UInt8>, to word: [UInt8]) {
    let (word, term) = (String(decoding: word, as: UTF8.self), String(decoding: term, as: UTF8.self))
    if found[word, default: []].count < Self.most, !found[word, default: []].contains(term) {
      found[word, default: []].append(term)
    }
  }

  static func isSimilar(_ term: ArraySlice<UInt8>, to word: [UInt8]) -> Bool {
    guard term.count >= word.count - 1, !term.starts(with: word) else { return false }
    if term.count > word.count, contains(term, word) { return true }
    guard word.count >= shortestWithTypo, !word.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    guard word.contains(where: { $0 >= 0x80 }) else {
      return differ(word, term) || differ(word, term.prefix(word.count))
    }
    let (letters, others) = (String(decoding: word, as: UTF8.self), String(decoding: term, as: UTF8.self))
    let (left, right) = (Array(letters.unicodeScalars), Array(others.unicodeScalars))
    return left.count >= shortestWithTypo && (differ(left, right[...]) || differ(left, right.prefix(left.count)))
  }

  private static func contains(_ term: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
    let last = term.endIndex - word.count
    var start = term.startIndex
    while start <= last, let next = term[start...last].firstIndex(of: word[0]) {
      if term[next...].starts(with: word) { return true }
      start = next + 1
    }
    return false
  }

  /// Whether two words differ by one typo.
  private static func differ<Letter: Equatable>(_ left: [Letter], _ right: ArraySlice<Letter>) -> Bool {
    guard abs(left.count - right.count) <= 1 else { return false }
    let beginning = zip(left, right).prefix { $0 == $1 }.count
    let rest = (left.dropFirst(beginning), right.dropFirst(beginning))
    let ending = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    let (mine, other) = (Array(rest.0.dropLast(ending)), Array(rest.1.dropLast(ending)))
    return max(mine.count, other.count) == 1 || mine.count == 2 && mine == other.reversed()
  }
}
