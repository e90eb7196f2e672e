import Bindery
import Reactive
import Testing

@Suite @MainActor struct BindingGroupTests {
  struct Refusal: Error {}

  @Test func `the current group is that of the running block, and what it was before comes back`() throws {
    #expect(BindingGroup.current == nil)
    let outer = BindingGroup()
    outer.capture {
      #expect(BindingGroup.current === outer)
      let inner = BindingGroup()
      inner.capture { #expect(BindingGroup.current === inner) }
      #expect(BindingGroup.current === outer)
    }
    #expect(throws: Refusal.self) { try outer.capture { throw Refusal() } }
    #expect(BindingGroup.current == nil)
  }

  @Test func `capture gives back what the block returns`() {
    #expect(BindingGroup().capture { 7 } == 7)
  }

  @Test func `members end in reverse order, once`() {
    var log: [Int] = []
    let group = BindingGroup()
    for number in 1...3 { group.add(AnyCancellable { log.append(number) }) }
    group.clear()
    group.clear()
    #expect(log == [3, 2, 1])
  }

  @Test func `what is retained lives as long as the group`() {
    final class Delegate {}
    weak var retained: Delegate?
    var group: BindingGroup? = BindingGroup()
    do {
      let delegate = Delegate()
      group?.retain(delegate)
      retained = delegate
    }
    #expect(retained != nil)
    group = nil
    #expect(retained == nil)
  }
}
