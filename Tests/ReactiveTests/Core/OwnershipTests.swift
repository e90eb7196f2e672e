import Reactive
import TestSupport
import Testing

@MainActor private final class Owner {
  private var tokens: Set<AnyCancellable> = []
  private(set) var seen = 0

  init(_ subject: Subject<Int, Never>) {
    subject.sink { [weak self] in self?.seen = $0 }.store(in: &tokens)
  }

  isolated deinit {}
}

@MainActor @Suite(.timeLimit(.minutes(5)), .leavesNothing) struct OwnershipTests {
  @Test func `tokens freed in a detached task end on the main actor`() async {
    let subject = Subject<Int, Never>()
    for _ in 0..<200 {
      var owner: Owner? = Owner(subject)
      let last = owner
      owner = nil
      let task = Task.detached { withExtendedLifetime(last) {} }
      subject.send(1)
      await task.value
    }
    await yield { subject.subscriberCount <= 1 }
    subject.send(2)
    #expect(subject.subscriberCount <= 1)
  }
}
