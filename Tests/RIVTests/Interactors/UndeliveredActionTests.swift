import Testing

@testable import RIV

@Suite @MainActor struct UndeliveredActionTests {
  @Test func `an action for an absent child is reported, not delivered`() {
    final class Listener: BaseInteractor<Int, Int>, Interactor {
      private(set) var received: [Int] = []
      func interact(with action: Int) { received.append(action) }
    }
    struct Whole: Equatable { var part: Int? = 1 }
    final class Parent: BaseInteractor<Int, Whole>, Interactor {
      let child = Listener(0)
      private(set) var received: [Int] = []
      init() {
        super.init(Whole())
        embed(child, at: \.part, action: CasePath({ $0 }, { $0 }))
      }
      func interact(with action: Int) { received.append(action) }
    }
    var lines: [String] = []
    let write = UndeliveredAction.write
    UndeliveredAction.write = { lines.append($0) }
    defer { UndeliveredAction.write = write }
    let parent = Parent()
    parent.send(1)
    parent.update { $0.part = nil }
    parent.send(2)
    parent.child.send(3)
    #expect(parent.child.received == [1])
    #expect(parent.received == [1, 2, 3])
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("“2” is not delivered: Listener is absent") == true)
  }
}
