import Bindery
import Reactive
import ReactiveTesting
import TUIKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct `A binding group` {
  final class Something {}
  final class Ending: Cancellable {
    var count = 0
    func cancel() { count += 1 }
  }

  let subject = CurrentValue<String, Never>("Ada")

  private func refuse() throws -> AnyCancellable { throw Refusal() }

  @Test func `is current only while its block runs`() throws {
    #expect(BindingGroup.current == nil)
    let outer = BindingGroup()
    outer.capture {
      #expect(BindingGroup.current === outer)
      let inner = BindingGroup()
      inner.capture { #expect(BindingGroup.current === inner) }
      #expect(BindingGroup.current === outer)
      #expect(throws: Refusal.self) { try inner.capture { throw Refusal() } }
      #expect(BindingGroup.current === outer)
    }
    #expect(throws: Refusal.self) { try BindingGroup { throw Refusal() } }
    #expect(throws: Refusal.self) { try BindingGroup.collecting { try refuse() } }
    #expect(BindingGroup.current == nil)
  }

  @Test func `gives back what the block returns`() {
    #expect(BindingGroup().capture { 7 } == 7)
  }

  @Test func `has its own bindings and not those of a group inside`() {
    let labels = (0..<3).map { _ in Label("") }
    var inner: BindingGroup?
    let outer = BindingGroup {
      labels[0].textBinding *= subject
      inner = BindingGroup { labels[1].textBinding *= subject }
      labels[2].textBinding *= subject
    }
    #expect(outer.count == 2)
    #expect(inner?.count == 1)
    inner = nil
    subject.value = "Grace"
    #expect(labels.map(\.text) == ["Grace", "Ada", "Grace"])
  }

  @Test func `replaces another without leaving a shared source alone`() {
    let label = Label("")
    var connections = 0
    let source = subject.handleEvents(receiveSubscription: { connections += 1 }).share()
    var bindings = BindingGroup { label.textBinding *= source }
    bindings = BindingGroup { label.textBinding *= source }
    #expect(connections == 1)
    subject.value = "Grace"
    #expect(label.text == "Grace")
    #expect(subject.subscriberCount == 1)
    withExtendedLifetime(bindings) {}
  }

  @Test func `does not keep an inner group alive`() {
    let label = Label("")
    let outer = BindingGroup { _ = BindingGroup { label.textBinding *= subject } }
    #expect(subject.subscriberCount == 0)
    withExtendedLifetime(outer) {}
  }

  @Test func `collects the tokens, groups and bindings of a builder`() {
    let (label, other) = (Label(""), Label(""))
    var log: [String] = []
    let isEditable = true
    let group = BindingGroup.collecting {
      label.textBinding *= subject
      subject.sink { log.append($0) }
      if isEditable { BindingGroup { other.textBinding *= subject } }
      for suffix in ["!", "?"] { subject.sink { log.append($0 + suffix) } }
      if !isEditable { subject.sink { _ in } } else { Ending() }
    }
    #expect(subject.subscriberCount == 5)
    #expect(group.count == 6)
    subject.value = "Grace"
    #expect([label.text, other.text] == ["Grace", "Grace"])
    #expect(log == ["Ada", "Ada!", "Ada?", "Grace", "Grace!", "Grace?"])
    group.clear()
    #expect(subject.subscriberCount == 0)
  }

  @Test func `ends its members in reverse order, once`() {
    var log: [Int] = []
    let group = BindingGroup()
    for number in 1...3 { group.add(AnyCancellable { log.append(number) }) }
    group.clear()
    group.clear()
    #expect(log == [3, 2, 1])
  }

  @Test func `cancels each cancellable once`() {
    let ending = Ending()
    let group = BindingGroup()
    group.add(ending)
    group.capture { BindingGroup.add(subject.sink { _ in }) }
    #expect(subject.subscriberCount == 1)
    group.clear()
    #expect(ending.count == 1)
    #expect(subject.subscriberCount == 0)
  }

  @Test func `keeps retained objects alive until it ends`() {
    weak var retained: Something?
    var group: BindingGroup? = BindingGroup()
    do {
      let object = Something()
      group?.retain(object)
      retained = object
    }
    #expect(retained != nil)
    group = nil
    #expect(retained == nil)
  }

  @Test(.timeLimit(.minutes(10))) func `may be released on any thread`() async {
    let label = Label("")
    let ledger = LifetimeLedger()
    var group: BindingGroup? = BindingGroup { label.textBinding *= subject.counted(by: ledger) }
    let elsewhere = Task.detached { [group] in withExtendedLifetime(group) {} }
    group = nil
    await elsewhere.value
    await yield { ledger.subscriptions == 0 }
    subject.value = "Grace"
    #expect(label.text == "Ada")
  }

  @Test func `does not keep the bindings of a thousand released views`() {
    let group = BindingGroup()
    weak var first: AnyCancellable?
    for number in 0..<1000 {
      let token = AnyCancellable {}
      if number == 0 { first = token }
      group.add(token)
      #expect(first != nil || number > 100)
      token.cancel()
    }
    #expect(group.count == 0)
    #expect(first == nil)
  }

  @Test func `keeps every live binding, however many end`() {
    let group = BindingGroup()
    let labels = (0..<3).map { _ in Label("") }
    for step in 0..<900 {
      if step.isMultiple(of: 300) { group.capture { labels[step / 300].textBinding *= subject } }
      let token = AnyCancellable {}
      group.add(token)
      token.cancel()
    }
    #expect(group.count == 3)
    subject.value = "Grace"
    #expect(labels.map(\.text) == ["Grace", "Grace", "Grace"])
    group.clear()
    #expect(subject.subscriberCount == 0)
  }
}
