import Testing

@testable import RIV

@Suite(.timeLimit(.minutes(5))) @MainActor struct UndeliveredActionTests {
  /// The reports of undelivered actions while `body` runs.
  private func reports(during body: () -> Void) -> [String] {
    var lines: [String] = []
    let write = UndeliveredAction.write
    UndeliveredAction.write = { lines.append($0) }
    defer { UndeliveredAction.write = write }
    body()
    return lines
  }

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
    let parent = Parent()
    let lines = reports {
      parent.send(1)
      parent.update { $0.part = nil }
      parent.send(2)
      parent.child.send(3)
    }
    #expect(parent.child.received == [1])
    #expect(parent.received == [1, 2, 3])
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("“2” is not delivered: Listener is absent") == true)
  }

  @Test func `a report is a line of standard error`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
        UndeliveredAction.report("add", to: Int.self)
      })
    let line = "“add” is not delivered: Int is absent, because its parent's state has no value for it.\n"
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == line)
  }

  @Test func `an action for a missing element is reported`() {
    struct Row: Equatable, Identifiable { let id: Int }
    final class RowInteractor: BaseInteractor<String, Row>, Interactor {
      private(set) var received: [String] = []
      func interact(with action: String) { received.append(action) }
    }
    final class Parent: BaseInteractor<Int, [Row]>, Interactor {
      let rows = ChildInteractors<Int, RowInteractor>()
      init() {
        super.init([Row(id: 1)])
        embed(rows, at: \.self, action: CasePath({ id, _ in id }, { ($0, "row \($0)") })) { RowInteractor($0) }
      }
      func interact(with action: Int) {}
    }
    let parent = Parent()
    let lines = reports {
      parent.send(1)
      parent.send(2)
    }
    #expect(parent.rows[1]?.received == ["row 1"])
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("“row 2” is not delivered: RowInteractor is absent") == true)
  }
}
