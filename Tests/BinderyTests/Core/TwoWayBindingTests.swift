import Bindery
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `A property that the user changes` {
  let field = TextField()
  let subject = CurrentValue<String, Never>("Ada")

  private func type(_ key: KeyEvent.Key) { _ = field.keyPressed(KeyEvent(key)) }

  @Test func `shows the value, and sends the user's text to it`() {
    let group = BindingGroup { field.textBinding *= subject }
    #expect(field.text == "Ada")
    type(.character("m"))
    #expect(subject.value == "Adam")
    subject.value = "Grace"
    #expect(field.text == "Grace")
    withExtendedLifetime(group) {}
  }

  @Test func `is sent once for each key, and keeps its cursor`() {
    var sent: [String] = []
    let log = subject.sink { sent.append($0) }
    let group = BindingGroup { field.textBinding *= subject }
    for key in [KeyEvent.Key.home, .character("x"), .character("👩‍👩‍👧"), .backspace, .character("y")] { type(key) }
    #expect(field.text == "xyAda")
    #expect(field.editor.cursor == 2)
    #expect(sent == ["Ada", "xAda", "x👩‍👩‍👧Ada", "xAda", "xyAda"])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `shows a value that a subscriber corrects during typing`() {
    let upper = subject.sink { [subject] in if $0 != $0.uppercased() { subject.value = $0.uppercased() } }
    let group = BindingGroup { field.textBinding *= subject }
    type(.character("m"))
    #expect(field.text == "ADAM")
    #expect(subject.value == "ADAM")
    withExtendedLifetime((group, upper)) {}
  }

  @Test func `sends pastes and undone edits too`() {
    let group = BindingGroup { field.textBinding *= subject }
    _ = field.pasted(" Lovelace")
    #expect(subject.value == "Ada Lovelace")
    _ = field.keyPressed(KeyEvent(.character("z"), .control))
    #expect(subject.value == field.text)
    withExtendedLifetime(group) {}
  }

  @Test func `is bound in neither direction after the group is cleared`() {
    let group = BindingGroup { field.textBinding *= subject }
    group.clear()
    type(.character("m"))
    #expect(subject.value == "Ada")
    subject.value = "Grace"
    #expect(field.text == "Adam")
  }

  @Test func `is bound to one value at a time, the last, both ways`() {
    let other = CurrentValue<String, Never>("Grace")
    let group = BindingGroup {
      field.textBinding *= subject
      field.textBinding *= other
    }
    type(.character("!"))
    #expect(other.value == "Grace!")
    #expect(subject.value == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `no longer reaches the value when it is bound one way`() {
    let group = BindingGroup {
      field.textBinding *= subject
      field.textBinding.oneWay *= Just("Grace")
    }
    type(.character("!"))
    #expect(field.text == "Grace!")
    #expect(subject.value == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `sends to a subject of optional text; empty text is nil`() {
    let events = Subject<String?, Never>()
    var sent: [String?] = []
    let log = events.sink { sent.append($0) }
    let group = BindingGroup { field.textBinding *= events }
    type(.character("a"))
    type(.backspace)
    #expect(sent == ["a", nil])
    events.send("Ada")
    #expect(field.text == "Ada")
    withExtendedLifetime((group, log)) {}
  }

  @Test func `binds an optional value; empty text is nil`() {
    let maybe = CurrentValue<String?, Never>(nil)
    let group = BindingGroup { field.textBinding *= maybe }
    #expect(field.text.isEmpty)
    type(.character("a"))
    #expect(maybe.value == "a")
    type(.backspace)
    #expect(maybe.value == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `sends to a subject, and shows its other values`() {
    let events = Subject<String, Never>()
    var sent: [String] = []
    let log = events.sink { sent.append($0) }
    let group = BindingGroup { field.textBinding *= events }
    type(.character("a"))
    events.send("Grace")
    #expect(field.text == "Grace")
    #expect(sent == ["a", "Grace"])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `may follow a publisher one way`() {
    let group = BindingGroup { field.textBinding.oneWay *= subject.map { $0 + "!" } }
    type(.character("?"))
    #expect(field.text == "Ada!?")
    #expect(subject.value == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `ends its subscriptions when its view is released`() {
    let group = BindingGroup()
    weak var dead: Checkbox?
    let isOn = CurrentValue<Bool, Never>(true)
    do {
      let box = Checkbox("on")
      dead = box
      group.capture { box.isOnBinding *= isOn }
      box.toggle()
      #expect(!isOn.value)
    }
    #expect(dead == nil)
    #expect(isOn.subscriberCount == 0)
    #expect(group.count == 0)
  }
}
