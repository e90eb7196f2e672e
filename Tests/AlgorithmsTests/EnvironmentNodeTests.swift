import Algorithms
import Testing

@Suite @MainActor struct EnvironmentNodeTests {
  private final class Node: EnvironmentNode {
    var environment: [String: AnyObject] = [:]
    let environmentParent: (any EnvironmentNode)?

    init(below parent: Node? = nil) { environmentParent = parent }
  }

  private final class Value {}

  @Test func `the nearest object with a name applies`() {
    let top = Node()
    let middle = Node(below: top)
    let bottom = Node(below: middle)
    #expect(bottom.environmentValue("a") == nil)
    let (first, second) = (Value(), Value())
    top.setEnvironmentValue(first, "a")
    middle.setEnvironmentValue(second, "b")
    #expect(bottom.environmentValue("a") === first)
    #expect(top.environmentValue("b") == nil)
    middle.setEnvironmentValue(second, "a")
    #expect(bottom.environmentValue("a") === second)
    #expect(top.environmentValue("a") === first)
  }

  @Test func `setting an object notifies the observers`() {
    let node = Node()
    var calls = 0
    let observer = EnvironmentChanges.observe { calls += 1 }
    node.setEnvironmentValue(Value(), "a")
    #expect(calls == 1)
    node.setEnvironmentValue(nil, "a")
    #expect(calls == 2 && node.environmentValue("a") == nil)
    EnvironmentChanges.end(observer)
  }

  @Test func `observers are notified in order until they end`() {
    var calls: [Int] = []
    var second = 0
    let first = EnvironmentChanges.observe {
      calls.append(1)
      EnvironmentChanges.end(second)
    }
    second = EnvironmentChanges.observe { calls.append(2) }
    let third = EnvironmentChanges.observe { calls.append(3) }
    EnvironmentChanges.notify()
    EnvironmentChanges.end(first)
    EnvironmentChanges.end(third)
    EnvironmentChanges.notify()
    #expect(calls == [1, 3])
  }
}
