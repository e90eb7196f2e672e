import Bindery
import RIV
import TUIKit
import Testing

@Suite @MainActor struct FeatureViewTests {
  final class Counter: BaseInteractor<Int, Int>, Interactor {
    func interact(with step: Int) { update { $0 += step } }
  }

  struct Words: Reducer {
    func reduce(_ domain: Int) -> String { "\(domain) people" }
  }

  final class CounterScreen: ViewController, FeatureView {
    private(set) var shown: [String] = []
    func show(_ state: String) { shown.append(state) }
  }

  @Test func `a view shows each state of its feature until its group ends`() {
    let feature = Feature(Counter(1), Words())
    let screen = CounterScreen()
    let group = BindingGroup { screen *= feature }
    feature.send(1)
    group.clear()
    feature.send(1)
    #expect(screen.shown == ["1 people", "2 people"])
  }

  @Test func `a view shows only the last feature that it is bound to`() {
    let first = Feature(Counter(1), Words())
    let second = Feature(Counter(5), Words())
    let screen = CounterScreen()
    let group = BindingGroup {
      screen *= first
      screen *= first
      screen *= second
    }
    first.send(1)
    second.send(1)
    #expect(screen.shown == ["1 people", "1 people", "5 people", "6 people"])
    group.clear()
  }

  @Test func `a view is freed while its group lives on`() {
    let feature = Feature(Counter(1), Words())
    weak var freed: CounterScreen?
    let group = BindingGroup()
    do {
      let screen = CounterScreen()
      group.capture { screen *= feature }
      freed = screen
    }
    #expect(freed == nil)
    feature.send(1)
  }
}
