import RIV
import RIVTesting
import Reactive
import Testing

@Suite @MainActor struct FeatureTests {
  final class Counter: Interactor<Int, Int> {
    override func interact(with action: Int) { update { $0 += action } }
  }

  struct Words: Reducer {
    func reduce(_ domain: Int) -> String { "\(domain) people" }
  }

  @Test func `the view state is up to date when send returns`() {
    let feature = Feature(Counter(1), Words())
    #expect(feature.viewState == "1 people")
    feature.send(2)
    #expect(feature.viewState == "3 people")
  }

  @Test func `a feature and its interactor are freed`() {
    weak var freedFeature: Feature<Int, Int, String>?
    weak var freedInteractor: Interactor<Int, Int>?
    do {
      let feature = Feature(Counter(1), Words())
      feature.send(1)
      freedFeature = feature
      freedInteractor = feature.interactor
    }
    #expect(freedFeature == nil)
    #expect(freedInteractor == nil)
  }

  enum Route: Equatable { case list, person(Int) }

  @Test func `a router turns events into calls of its navigator, which it does not keep alive`() {
    var navigator: RecordingNavigator<Route>? = RecordingNavigator(root: .list)
    let router = NavigationRouter<Int, Route>(navigator!) { event, navigator in navigator.push(.person(event)) }
    #expect(router.navigate(7))
    #expect(navigator?.routes == [.list, .person(7)])
    navigator?.pop()
    navigator?.pop()
    #expect(navigator?.routes == [.list])
    navigator = nil
    #expect(router.navigate(8) == false)
  }
}
