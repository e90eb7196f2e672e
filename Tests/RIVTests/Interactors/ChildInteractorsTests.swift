import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct ChildInteractorsTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  struct Rows: Equatable { var rows = [Row(id: 1), Row(id: 2), Row(id: 3)] }

  enum Action: Equatable {
    case row(Int, Int)
    case remove(Int)
    case insert(Int)
    case reverse
  }

  final class RowInteractor: BaseInteractor<Int, Row>, Interactor {
    let gate = Gate()
    func interact(with number: Int) {
      guard number < 0 else {
        update { $0.count += number }
        return
      }
      run(
        effect(id: "row \(domain.id)") { [gate] in
          await gate.pass()
        } commit: { row, _ in
          row.count = 100
        })
    }
  }

  final class RowsInteractor: BaseInteractor<Action, Rows>, Interactor {
    private(set) var made: [Int] = []
    let children = ChildInteractors<Int, RowInteractor>()

    init() {
      super.init(Rows())
      embed(
        children, at: \.rows,
        action: CasePath(Action.row) { if case .row(let id, let number) = $0 { (id, number) } else { nil } }
      ) { [weak self] row in
        self?.made.append(row.id)
        return RowInteractor(row)
      }
    }

    func interact(with action: Action) {
      switch action {
      case .row: break
      case .remove(let id): update { $0.rows.removeAll { $0.id == id } }
      case .insert(let id): update { $0.rows.insert(Row(id: id), at: 0) }
      case .reverse: update { $0.rows.reverse() }
      }
    }
  }

  let rows = RowsInteractor()

  @Test func `an interactor is made when it is first needed, once`() {
    #expect(rows.made == [])
    #expect(rows.children[2]?.domain == Row(id: 2))
    rows.send(.row(2, 1))
    rows.send(.row(3, 1))
    #expect(rows.children[9] == nil)
    #expect(rows.made == [2, 3])
  }

  @Test func `an interactor belongs to its element, wherever that is`() {
    rows.send(.row(1, 5))
    rows.send(.reverse)
    rows.send(.insert(7))
    rows.children[1]?.send(1)
    #expect(rows.domain.rows == [Row(id: 7), Row(id: 3), Row(id: 2), Row(id: 1, count: 6)])
  }

  @Test func `an element's feature sends through the parent`() {
    var lines: [String] = []
    struct Count: Reducer { func reduce(_ row: Row) -> Int { row.count } }
    struct Total: Reducer { func reduce(_ rows: Rows) -> Int { rows.rows.map(\.count).reduce(0, +) } }
    let whole = Feature(rows, Total(), middleware: [ActionLog { lines.append($0) }])
    let part = rows.children[2].map { Feature($0, Count()) }
    part?.send(4)
    #expect(part?.viewState == 4)
    #expect(whole.viewState == 4)
    #expect(lines[1] == "→ row(2, 4)")
  }

  @Test func `a removed element ends its interactor and the effects`() async {
    let child = rows.children[2]
    child?.send(-1)
    rows.send(.row(3, -1))
    #expect(rows.effectsUnderWay == ["row 2", "row 3"])
    rows.send(.remove(2))
    #expect(rows.effectsUnderWay == ["row 3"])
    child?.gate.open()
    child?.send(1)
    rows.send(.row(2, 1))
    rows.children[3]?.gate.open()
    await rows.settled()
    #expect(rows.domain.rows == [Row(id: 1), Row(id: 3, count: 100)])
  }

  @Test func `settled returns when the element of the last effect is removed`() async {
    rows.send(.row(2, -1))
    var isWaiting = false
    var isSettled = false
    let waiting = Task {
      isWaiting = true
      await rows.settled()
      isSettled = true
    }
    await yield(until: { isWaiting })
    rows.send(.remove(2))
    for _ in 0..<100 where !isSettled { await Task.yield() }
    waiting.cancel()
    #expect(isSettled)
  }

  @Test func `finish returns when the element of the last effect is removed`() async throws {
    let tester = InteractorTester(rows, timeout: .seconds(60))
    tester.exhaustivity = .off
    try tester.send(.row(2, -1))
    Task { rows.send(.remove(2)) }
    try await tester.finish()
    #expect(rows.effectsUnderWay == [])
  }

  @Test func `a removed interactor may change its parent as it is freed`() {
    struct Box: Equatable {
      var rows = [Row(id: 1)]
      var freed = 0
    }
    final class Freed: BaseInteractor<Int, Row>, Interactor {
      var onFree: @MainActor () -> Void = {}
      func interact(with action: Int) {}
      isolated deinit { onFree() }
    }
    final class Parent: BaseInteractor<Int, Box>, Interactor {
      let rows = ChildInteractors<Int, Freed>()
      init() {
        super.init(Box())
        embed(rows, at: \.rows) { [weak self] row in
          let child = Freed(row)
          child.onFree = { self?.update { $0.freed += 1 } }
          return child
        }
      }
      func interact(with action: Int) { update { $0.rows = [] } }
    }
    let parent = Parent()
    _ = parent.rows[1]
    parent.send(0)
    #expect(parent.domain == Box(rows: [], freed: 1))
  }

  @Test func `an element that returns has a new interactor`() {
    let old = rows.children[2]
    rows.send(.remove(2))
    rows.send(.insert(2))
    rows.send(.row(2, 3))
    old?.send(1)
    #expect(rows.children[2] !== old)
    #expect(rows.domain.rows[0] == Row(id: 2, count: 3))
  }

  @Test func `changed elements are emitted in their order`() {
    var emitted: [Int] = []
    let tokens = [3, 1, 2].compactMap { id in
      rows.children[id]?.domainStream.dropFirst().sink { emitted.append($0.id) }
    }
    rows.update { rows in
      for index in rows.rows.indices { rows.rows[index].count += 1 }
    }
    #expect(emitted == [1, 2, 3])
    withExtendedLifetime(tokens) {}
  }
}
