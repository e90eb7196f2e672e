import Algorithms
import Testing

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("lst", "list", 1), ("list", "lost", 1),
    ("nmae", "name", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("é", "e", 1), ("abcd", "badc", 2),
  ])
  func `is the least number of edits, in both directions`(one: String, other: String, distance: Int) {
    #expect(one.editDistance(to: other) == distance)
    #expect(other.editDistance(to: one) == distance)
    #expect(Array(one).editDistance(to: other.dropFirst(0)) == distance)
  }

  @Test func `is at most the length of the longer text`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
      }
      let distance = texts[0].editDistance(to: texts[1])
      #expect(distance <= max(texts[0].count, texts[1].count))
      #expect(distance >= abs(texts[0].count - texts[1].count))
      #expect((distance == 0) == (texts[0] == texts[1]))
    }
  }
}
