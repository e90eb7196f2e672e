/// A source file with some of its mutations, each with its number.
struct MutatedFile {
  let original: String
  let mutations: [(number: Int, mutation: Mutation)]
  /// The original, with the words of all edits.
  let text: String
  /// The UTF-8 offsets of the edits in the text, with the numbers of their mutations.
  private let places: [(range: Range<Int>, number: Int)]

  init(_ original: String, _ mutations: [(number: Int, mutation: Mutation)]) {
    self.original = original
    self.mutations = mutations
    let edits = mutations.flatMap { number, mutation in mutation.edits.map { (number: number, edit: $0) } }
      // An edit comes before those that it contains.
      .sorted { a, b in
        (a.edit.range.lowerBound, -a.edit.range.upperBound, a.number)
          < (b.edit.range.lowerBound, -b.edit.range.upperBound, b.number)
      }
    let source = Array(original.utf8)
    var result: [UInt8] = []
    var places: [(range: Range<Int>, number: Int)] = []
    var open: [(end: Int, after: String, start: Int, number: Int)] = []
    var copied = 0
    func copy(to end: Int) {
      result += source[copied..<end]
      copied = end
    }
    func close(until position: Int) {
      while let last = open.last, last.end <= position {
        copy(to: last.end)
        result += Array(last.after.utf8)
        places.append((last.start..<result.count, last.number))
        open.removeLast()
      }
    }
    for (number, edit) in edits {
      close(until: edit.range.lowerBound)
      copy(to: edit.range.lowerBound)
      let words = edit.words(number: number)
      open.append((edit.range.upperBound, words.after, result.count, number))
      result += Array(words.before.utf8)
    }
    close(until: .max)
    copy(to: source.count)
    text = String(decoding: result, as: UTF8.self)
    self.places = places
  }

  /// The mutations that can be the reason of an error that the compiler reports: never none.
  ///
  /// - Parameters:
  ///   - line: The line in the text, from 1; the lines are those of the original too.
  ///   - column: The column in UTF-8, from 1.
  func suspects(line: Int, column: Int) -> Set<Int> {
    let offset = Self.start(ofLine: line, in: text) + column - 1
    if let place = places.filter({ $0.range.contains(offset) }).min(by: { $0.range.count < $1.range.count }) {
      return [place.number]
    }
    let ofLine = mutations.filter { $0.mutation.line == line }
    if !ofLine.isEmpty { return Set(ofLine.map(\.number)) }
    let position = Self.start(ofLine: line, in: original)
    let around = mutations.filter { $0.mutation.declaration.contains(position) }
    return Set((around.isEmpty ? mutations : around).map(\.number))
  }

  private static func start(ofLine line: Int, in text: String) -> Int {
    text.utf8.split(separator: 10, omittingEmptySubsequences: false).prefix(line - 1).reduce(0) { $0 + $1.count + 1 }
  }
}
