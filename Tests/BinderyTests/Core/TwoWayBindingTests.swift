import Bindery
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct TwoWayBindingTests {
  let field = TextField()
  let subject = CurrentValue<String, Never>("Ada")

  @Test func `what the program sets shows in the field, and what a person types reaches the value`() {
    let group = BindingGroup { field.textBinding *= subject }
    #expect(field.text == "Ada")
    _ = field.keyPressed(KeyEvent(.character("m")))
    #expect(subject.value == "Adam")
    subject.value = "Grace"
    #expect(field.text == "Grace")
    withExtendedLifetime(group) {}
  }

  @Test func `each key is sent once, and the cursor stays where it was`() {
    var sent: [String] = []
    let log = subject.sink { sent.append($0) }
    let group = BindingGroup { field.textBinding *= subject }
    _ = field.keyPressed(KeyEvent(.home))
    _ = field.keyPressed(KeyEvent(.character("x")))
    _ = field.keyPressed(KeyEvent(.character("y")))
    #expect(field.text == "xyAda")
    #expect(sent == ["Ada", "xAda", "xyAda"])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `nothing goes either way after the group is cleared`() {
    let group = BindingGroup { field.textBinding *= subject }
    group.clear()
    _ = field.keyPressed(KeyEvent(.character("m")))
    #expect(subject.value == "Ada")
    subject.value = "Grace"
    #expect(field.text == "Adam")
  }
}
