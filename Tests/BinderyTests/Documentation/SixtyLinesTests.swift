import Reactive
import TUIKit
import Testing

// The core of the module, as the guide shows it.

/// A property of an object: a weak target and a setter.
@MainActor
struct SmallBinding<Target: AnyObject, Value> {
  weak var target: Target?
  let set: (Target, Value) -> Void

  init(_ target: Target, set: @escaping (Target, Value) -> Void) {
    self.target = target
    self.set = set
  }
}

/// The subscriptions that a block has made.
@MainActor
final class SmallGroup {
  static var current: SmallGroup?
  private var tokens: [AnyCancellable] = []

  init(_ block: () throws -> Void) rethrows {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    try block()
  }

  isolated deinit {
    for token in tokens { token.cancel() }
  }

  func add(_ token: AnyCancellable) {
    tokens.append(token)
  }
}

/// Ends a subscription with the view that keeps it.
final class SmallLifetime {
  let token: AnyCancellable
  init(_ token: AnyCancellable) { self.token = token }
  deinit { token.cancel() }
}

@MainActor
func *= <Target: View, Value>(binding: SmallBinding<Target, Value>, publisher: some Publisher<Value, Never>) {
  guard let group = SmallGroup.current, let view = binding.target else { return }
  let token = publisher.sink { [weak view, set = binding.set] value in
    if let view { set(view, value) }
  }
  group.add(token)
  view.attachments.append(SmallLifetime(token))
}

extension Label {
  var smallTextBinding: SmallBinding<Label, String> { SmallBinding(self) { $0.text = $1 } }
}

@Suite @MainActor struct `The operator in sixty lines` {
  @Test func `behaves as described`() {
    let subject = CurrentValue<String, Never>("Ada")
    let label = Label("")
    var group: SmallGroup? = SmallGroup { label.smallTextBinding *= subject }
    #expect(label.text == "Ada")
    subject.value = "Grace"
    #expect(label.text == "Grace")
    do {
      let other = Label("")
      let inner = SmallGroup { other.smallTextBinding *= subject }
      #expect(subject.subscriberCount == 2)
      withExtendedLifetime(inner) {}
    }
    #expect(subject.subscriberCount == 1)
    withExtendedLifetime(group) {}
    group = nil
    subject.value = "Hedy"
    #expect(label.text == "Grace")
    #expect(subject.subscriberCount == 0)
  }
}
