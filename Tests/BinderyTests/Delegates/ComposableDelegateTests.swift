import Bindery
import Testing

@Suite @MainActor struct `A composable delegate` {
  struct Questions {
    var first: (() -> String)?
    var second: ((Int) -> Int)?
  }

  struct Chain: ComposableDelegate {
    var answers = Questions()
  }

  @Test func `asks the last link first, and knows unanswered questions`() {
    let empty = Chain()
    #expect(!empty.responds(to: \.first) && !empty.responds(to: \.second))
    let one = empty.answering(\.first) { "one" }
    let two = one.answering(\.first) { next in { "two, then \(next?() ?? "nobody")" } }
    let three = two.answering(\.second) { next in { next?($0) ?? $0 + 1 } }
    #expect(three.responds(to: \.first) && three.responds(to: \.second))
    #expect(three.answers.first?() == "two, then one")
    #expect(three.answers.second?(1) == 2)
    // The original composition is unchanged.
    #expect(one.answers.first?() == "one")
    #expect(!two.responds(to: \.second))
  }
}
