import Bindery
import Reactive
import ReactiveTesting
import TUIKit
import Testing

@Suite @MainActor struct `What a person does` {
  let button = Button("save")

  @Test func `is sent to a closure, a subject or a value`() {
    var calls = 0
    let presses = Subject<Void, Never>()
    let count = presses.sink { calls += 10 }
    let group = BindingGroup {
      button.pressBinding *= { calls += 1 }
      button.pressBinding *= presses
    }
    button.press()
    #expect(calls == 11)
    group.clear()
    button.press()
    #expect(calls == 11)
    withExtendedLifetime(count) {}
  }

  @Test func `is sent to a method of an object that is not retained`() {
    final class Receiver {
      var received: [String] = []
      func receive(_ text: String) { received.append(text) }
      func press() { received.append("press") }
    }
    let group = BindingGroup()
    let events = Subject<String, Never>()
    weak var dead: Receiver?
    do {
      let receiver = Receiver()
      dead = receiver
      group.capture {
        button.pressBinding *= weakly(receiver, Receiver.press)
        BindingGroup.add(events.sink(receiveValue: weakly(receiver, Receiver.receive)))
      }
      button.press()
      events.send("Ada")
      #expect(receiver.received == ["press", "Ada"])
    }
    #expect(dead == nil)
    button.press()
  }

  @Test func `sends other events of any control`() {
    let field = TextField()
    var edits = 0
    let group = BindingGroup { field.eventBinding([.editingChanged, .valueChanged]) *= { edits += 1 } }
    _ = field.keyPressed(KeyEvent(.character("a")))
    #expect(edits == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `is released with the control, and its captures with it`() {
    let ledger = LifetimeLedger()
    let group = BindingGroup()
    do {
      let button = Button("go")
      let witness = ledger.witness()
      group.capture { button.pressBinding *= { withExtendedLifetime(witness) {} } }
      #expect(ledger.witnesses == 1)
    }
    #expect(ledger.witnesses == 0)
    withExtendedLifetime(group) {}
  }
}
