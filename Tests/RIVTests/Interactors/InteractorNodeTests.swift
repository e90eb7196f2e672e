import Algorithms
import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing

/// Three levels: a shelf contains a book and a total, a book contains two counters.
@Suite(.timeLimit(.minutes(5))) @MainActor struct InteractorNodeTests {
  struct Book: Equatable {
    var first = CounterInteractor.Counter()
    var second = CounterInteractor.Counter()
  }

  struct Shelf: Equatable {
    var book: Book? = Book()
    var total = CounterInteractor.Counter()
  }

  final class BookInteractor: BaseInteractor<Int, Book>, Interactor {
    let first = CounterInteractor()
    let second = CounterInteractor()
    init() {
      super.init(Book())
      embed(first, at: \.first)
      embed(second, at: \.second)
    }
    func interact(with action: Int) {}
  }

  final class ShelfInteractor: BaseInteractor<Int, Shelf>, Interactor {
    let book = BookInteractor()
    let total = CounterInteractor()
    init() {
      super.init(Shelf())
      embed(book, at: \.book)
      embed(total, at: \.total)
    }
    func interact(with action: Int) {
      update {
        $0.book = action < 0 ? nil : Book(first: .init(count: action))
        $0.total.count = action
      }
    }
  }

  let shelf = ShelfInteractor()

  @Test func `a grandchild's change reaches every level`() {
    shelf.book.first.send(.add(2))
    #expect(shelf.domain.book?.first.count == 2)
    #expect(shelf.book.domain.first.count == 2)
  }

  @Test func `a grandchild's subscriber may send to a later sibling`() {
    var totals: [Int] = []
    let one = shelf.total.domainStream.sink { totals.append($0.count) }
    let two = shelf.book.first.domainStream.dropFirst().sink { [shelf] counter in
      if counter.count == 1 { shelf.total.send(.add(10)) }
    }
    shelf.send(1)
    #expect(shelf.domain.total.count == 11)
    #expect(shelf.total.domain.count == 11)
    #expect(totals == [0, 1, 11])
    shelf.total.send(.add(1))
    #expect(totals == [0, 1, 11, 12])
    #expect(shelf.domain.total.count == 12)
    withExtendedLifetime((one, two)) {}
  }

  @Test func `every level is written before a subscriber is notified`() {
    var seen: [[Int?]] = []
    let read = { [shelf] in
      [
        shelf.domain.book?.first.count, shelf.book.domain.first.count, shelf.book.first.domain.count,
        shelf.total.domain.count,
      ]
    }
    let tokens = [
      shelf.domainStream.dropFirst().sink { _ in seen.append(read()) },
      shelf.book.domainStream.dropFirst().sink { _ in seen.append(read()) },
      shelf.book.first.domainStream.dropFirst().sink { _ in seen.append(read()) },
      shelf.total.domainStream.dropFirst().sink { _ in seen.append(read()) },
    ]
    shelf.send(3)
    #expect(seen == Array(repeating: [3, 3, 3, 3], count: 4))
    withExtendedLifetime(tokens) {}
  }

  @Test func `a grandchild of an absent child does nothing`() async {
    var taken: [Bool] = []
    final class Committer: BaseInteractor<Int, CounterInteractor.Counter>, Interactor {
      let gate = Gate()
      var kept: Effect<Int, CounterInteractor.Counter>.Handle?
      func interact(with action: Int) {
        run(
          effect(id: "committer") { [weak self, gate] commit in
            self?.kept = commit
            await gate.pass()
          })
      }
    }
    final class Parent: BaseInteractor<Int, Book>, Interactor {
      let committer = Committer(.init())
      init() {
        super.init(Book())
        embed(committer, at: \.first)
      }
      func interact(with action: Int) {}
    }
    final class Root: BaseInteractor<Int, Shelf>, Interactor {
      let parent = Parent()
      init() {
        super.init(Shelf())
        embed(parent, at: \.book)
      }
      func interact(with action: Int) { update { $0.book = action < 0 ? nil : Book() } }
    }
    let root = Root()
    let committer = root.parent.committer
    committer.send(1)
    await yield(until: { committer.kept != nil })
    taken.append(committer.kept?({ $0.count += 1 }) == true)
    root.send(-1)
    taken.append(committer.kept?({ $0.count += 1 }) == true)
    committer.send(1)
    #expect(root.effectsUnderWay == [])
    #expect(taken == [true, false])
    #expect(committer.domain.count == 1)
    root.send(1)
    #expect(committer.domain.count == 0)
    committer.gate.open()
  }

  @Test func `another identity ends the effects of elements below it`() async {
    struct Leaf: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    struct Branch: Equatable, Identifiable {
      let id: Int
      var leaves = [Leaf(id: 1), Leaf(id: 2)]
    }
    struct Tree: Equatable { var branch: Branch? = Branch(id: 1) }
    final class LeafInteractor: BaseInteractor<Int, Leaf>, Interactor {
      let gate = Gate()
      func interact(with action: Int) {
        run(
          effect(id: "leaf") { [gate] in
            await gate.pass()
          } commit: { leaf, _ in
            leaf.count += 100
          })
      }
    }
    final class BranchInteractor: BaseInteractor<Int, Branch>, Interactor {
      let leaves = ChildInteractors<Int, LeafInteractor>()
      init() {
        super.init(Branch(id: 0))
        embed(leaves, at: \.leaves) { LeafInteractor($0) }
      }
      func interact(with action: Int) {}
    }
    final class TreeInteractor: BaseInteractor<Int, Tree>, Interactor {
      let branch = BranchInteractor()
      init() {
        super.init(Tree())
        embed(branch, at: \.branch)
      }
      func interact(with action: Int) { update { $0.branch = action < 0 ? nil : Branch(id: action) } }
    }
    let tree = TreeInteractor()
    let leaf = tree.branch.leaves[1]
    leaf?.send(1)
    #expect(tree.effectsUnderWay == ["leaf"])
    tree.send(2)
    #expect(tree.effectsUnderWay == [])
    leaf?.gate.open()
    await tree.settled()
    #expect(tree.domain.branch == Branch(id: 2))
    tree.send(-1)
    tree.branch.leaves[2]?.update { $0.count = 9 }
    tree.send(3)
    #expect(tree.domain.branch == Branch(id: 3))
    tree.branch.leaves[2]?.update { $0.count = 9 }
    #expect(tree.domain.branch?.leaves[1].count == 9)
  }

  /// Random sends to every level, inside deliveries too, against a plain model.
  @Test(arguments: 0..<20) func `random sends keep the tree consistent`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let counters = [shelf.book.first, shelf.book.second, shelf.total]
    var sends = [0, 0, 0]
    var nested = 0
    func sendToOne() {
      let index = random(3)
      sends[index] += 1
      counters[index].send(.add(1))
    }
    var lastSeen = [0, 0, 0]
    let tokens = counters.enumerated().map { index, counter in
      counter.domainStream.dropFirst().sink { value in
        #expect(value.count == lastSeen[index] + 1)
        lastSeen[index] = value.count
        if nested < 200, random(3) == 0 {
          nested += 1
          sendToOne()
        }
      }
    }
    for _ in 0..<100 { sendToOne() }
    #expect(lastSeen == sends)
    #expect(counters.map(\.domain.count) == sends)
    #expect([shelf.domain.book?.first.count, shelf.domain.book?.second.count, shelf.domain.total.count] == sends)
    withExtendedLifetime(tokens) {}
  }
}
