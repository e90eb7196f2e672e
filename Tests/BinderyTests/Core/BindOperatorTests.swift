import Bindery
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct BindOperatorTests {
  /// A target that is neither a view nor a view controller.
  final class Target {
    var text = ""
    var optional: String?
    var writes = 0

    @MainActor var textBinding: Binding<Target, String> {
      Binding(self, "text") {
        $0.text = $1
        $0.writes += 1
      }
    }

    @MainActor var optionalBinding: Binding<Target, String?> { Binding(self, "optional") { $0.optional = $1 } }
  }

  final class NamedView: View {
    var text = ""
    var textBinding: Binding<NamedView, String> { Binding(self, "text") { $0.text = $1 } }
  }

  let target = Target()
  let subject = CurrentValue<String, Never>("Ada")

  @Test func `a current value is written at once, and each later one`() {
    let group = BindingGroup { target.textBinding *= subject }
    #expect(target.text == "Ada")
    subject.value = "Grace"
    #expect(target.text == "Grace")
    #expect(group.count == 1)
  }

  @Test func `plain values go into an optional property`() {
    let group = BindingGroup { target.optionalBinding *= subject }
    #expect(target.optional == "Ada")
    group.clear()
  }

  @Test func `nothing is written after the group has been cleared, and it can be used again`() {
    let group = BindingGroup { target.textBinding *= subject }
    group.clear()
    subject.value = "Grace"
    #expect(target.text == "Ada")
    group.capture { target.textBinding *= subject }
    #expect(target.text == "Grace")
  }

  @Test func `the group does not keep its target alive, and the subscription ends at the first value after its death`()
  {
    var cancellations = 0
    let source = AnyPublisher<String, Never> { observer, lifetime in
      lifetime.onCancel { cancellations += 1 }
      subject.attach(observer, to: lifetime)
    }
    let group = BindingGroup()
    weak var dead: Target?
    do {
      let target = Target()
      dead = target
      group.capture { target.textBinding *= source }
    }
    #expect(dead == nil)
    #expect(cancellations == 0)
    subject.value = "Grace"
    #expect(cancellations == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `a view's bindings end with the view`() {
    var cancellations = 0
    let source = AnyPublisher<String, Never> { observer, lifetime in
      lifetime.onCancel { cancellations += 1 }
      subject.attach(observer, to: lifetime)
    }
    let group = BindingGroup()
    do {
      let view = NamedView()
      group.capture { view.textBinding *= source }
      #expect(view.text == "Ada")
    }
    #expect(cancellations == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `binding a view's property again replaces the first binding`() {
    let view = NamedView()
    let other = CurrentValue<String, Never>("Barbara")
    let group = BindingGroup {
      view.textBinding *= subject
      view.textBinding *= other
    }
    subject.value = "Grace"
    #expect(view.text == "Barbara")
    other.value = "Frances"
    #expect(view.text == "Frances")
    withExtendedLifetime(group) {}
  }

  @Test func `bind(to:) returns the token and needs no group`() {
    let token = subject.bind(to: target.textBinding)
    #expect(target.text == "Ada")
    token.cancel()
    subject.value = "Grace"
    #expect(target.text == "Ada")
  }
}
