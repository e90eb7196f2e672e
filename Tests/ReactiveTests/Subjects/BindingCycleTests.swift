import Reactive
import Testing

@Suite(.leavesNothing) struct BindingCycleTests {
  @Test func `a two-way binding settles`() {
    let a = CurrentValue(1)
    let b = CurrentValue(2)
    let tokens = [a.removeDuplicates().assign(to: b), b.removeDuplicates().assign(to: a)]
    #expect(b.value == 1)
    a.value = 5
    #expect(b.value == 5)
    b.value = 6
    #expect(a.value == 6)
    withExtendedLifetime(tokens) {}
  }

  @Test func `an endless two-way binding is stopped after 100 rounds`() {
    let a = CurrentValue(0, name: "left")
    let b = CurrentValue(0, name: "right")
    var cycles: [BindingCycle] = []
    let there = a.map { $0 + 1 }.assign(to: b) { cycles.append($0) }
    let back = b.map { $0 + 1 }.assign(to: a) { cycles.append($0) }
    #expect(cycles.count == 1)
    #expect(cycles.first.map { [$0.source, $0.target].sorted() } == ["left", "right"])
    #expect(cycles.first?.description.contains("removeDuplicates") == true)
    #expect(a.value > 100 && a.value < 250)
    withExtendedLifetime((there, back)) {}
  }

  @Test(arguments: [(rounds: BindingCycle.limit, cycles: 0), (rounds: BindingCycle.limit + 1, cycles: 1)])
  func `a two-way binding may settle in 100 rounds`(rounds: Int, cycles: Int) {
    let a = CurrentValue(0)
    let b = CurrentValue(0)
    var found = 0
    let there = a.assign(to: b) { _ in found += 1 }
    let back = b.filter { $0 < rounds }.map { $0 + 1 }.assign(to: a) { _ in found += 1 }
    #expect(found == cycles)
    #expect(found > 0 || a.value == rounds)
    withExtendedLifetime((there, back)) {}
  }

  @Test func `a long burst through a binding is not a cycle`() {
    let source = Subject<Int, Never>()
    let target = CurrentValue(0)
    var cycles = 0
    let token = source.assign(to: target) { _ in cycles += 1 }
    var count = 0
    let burst = target.sink { _ in
      count += 1
      if count == 2 { for number in 0..<10_000 { source.send(number) } }
    }
    source.send(1)
    #expect(cycles == 0)
    #expect(count == 10_002)
    withExtendedLifetime((token, burst)) {}
  }

  @Test func `a value assigned to itself many times is not a cycle`() {
    let value = CurrentValue(0)
    var cycles = 0
    let token = value.filter { $0 < 50_000 }.map { $0 + 1 }.assign(to: value) { _ in cycles += 1 }
    #expect(value.value == 50_000)
    #expect(cycles == 0)
    withExtendedLifetime(token) {}
  }
}
