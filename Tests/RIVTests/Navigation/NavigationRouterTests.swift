import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct NavigationRouterTests {
  enum Route: Equatable { case person(Int), tags }
  enum Event { case chose(Int), pickTags, leave, home }

  static func map(_ event: Event, _ navigator: any Navigator<Route>) {
    switch event {
    case .chose(let number): navigator.push(.person(number))
    case .pickTags: navigator.present(.tags, as: .fullScreen)
    case .leave: navigator.dismiss()
    case .home:
      navigator.dismissSelf()
      navigator.popToRoot()
    }
  }

  @Test func `each event leads to its calls`() {
    let router = NavigationRouter<Event, Route>(map: Self.map)
    #expect(router.calls(for: .chose(7)) == [.push(.person(7))])
    #expect(router.calls(for: .pickTags, .leave) == [.present(.tags, as: .fullScreen), .dismiss])
    #expect(router.calls(for: .home) == [.dismissSelf, .popToRoot])
    #expect(router.navigator == nil)
  }

  @Test func `a navigator in memory knows its routes`() {
    let navigator = RecordingNavigator<Route>([.person(1)])
    let router = NavigationRouter(navigator, map: Self.map)
    #expect(router.navigate(.chose(7)))
    router.navigate(.pickTags)
    #expect(navigator.routes == [.person(1), .person(7)])
    #expect(navigator.presentedRoutes == [.tags])
    #expect(navigator.presentedStyles == [.fullScreen])
    #expect(navigator.visibleRoute == .tags)
    router.navigate(.leave)
    navigator.pop()
    navigator.pop()
    navigator.pop()
    #expect(navigator.visibleRoute == nil)
  }

  @Test func `a router reports a missing navigator`() {
    var missing: [MissingNavigator] = []
    var navigator: RecordingNavigator<Route>? = RecordingNavigator()
    let router = NavigationRouter(navigator, onMissing: { missing.append($0) }, map: Self.map)
    #expect(router.navigate(.chose(7)))
    weak let freed = navigator
    navigator = nil
    #expect(freed == nil)
    #expect(!router.navigate(.chose(8)))
    #expect(missing == [MissingNavigator(wanted: "chose(8)")])
    #expect("\(missing[0])".hasPrefix("“chose(8)” leads nowhere"))
  }

  @Test func `a router follows a publisher of events`() {
    let events = Subject<Event, Never>()
    let navigator = RecordingNavigator<Route>()
    let router = NavigationRouter(navigator, map: Self.map)
    let token = router.follow(events)
    events.send(.chose(1))
    token.cancel()
    events.send(.chose(2))
    #expect(navigator.calls == [.push(.person(1))])
  }

  @Test func `a presenter waits for a result`() async {
    var navigator: RecordingNavigator<Route>? = RecordingNavigator()
    let answer = Task { [navigator] in await navigator?.present(.tags, returning: [String].self) }
    await yield(until: { navigator?.presentedRoutes == [.tags] })
    navigator?.dismiss(returning: ["work"])
    #expect(await answer.value == ["work"])
    var endings = 0
    navigator?.present(.tags, as: .sheet, animated: false, completion: nil) { if $0 == nil { endings += 1 } }
    navigator = nil
    #expect(endings == 1)
  }

  /// Writes each call with whether it is animated.
  final class CallList: Navigator {
    var routes: [Route] = []
    var presentedRoutes: [Route] = []
    private(set) var calls: [String] = []
    /// Whether presented routes are never dismissed.
    var forgetsDismissals = false

    func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?) { add("push", animated) }
    func pop(animated: Bool, completion: (@MainActor () -> Void)?) { add("pop", animated) }
    func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?) { add("popToRoot", animated) }
    func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?) { add("replace", animated) }
    func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?) {
      add("setRoutes", animated)
    }
    func present(
      _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
      onDismiss: (@MainActor (Any?) -> Void)?
    ) {
      add("present as \(style)", animated)
      if !forgetsDismissals { onDismiss?(1) }
    }
    func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?) { calls.append("dismiss") }
    func dismissSelf(completion: (@MainActor () -> Void)?) { calls.append("dismissSelf") }

    private func add(_ name: String, _ animated: Bool) { calls.append(animated ? "\(name), animated" : name) }
  }

  @Test func `replacing does not move unless asked, everything else does`() async {
    let navigator = CallList()
    navigator.push(.tags)
    navigator.pop()
    navigator.popToRoot()
    navigator.replace(with: .tags)
    navigator.setRoutes([.tags])
    navigator.present(.tags)
    navigator.dismiss()
    navigator.dismissSelf()
    #expect(await navigator.present(.tags, returning: Int.self) == 1)
    #expect(
      navigator.calls == [
        "push, animated", "pop, animated", "popToRoot, animated", "replace", "setRoutes", "present as sheet, animated",
        "dismiss", "dismissSelf", "present as sheet, animated",
      ])
  }

  @Test func `a presenter does not wait for a route that cannot be dismissed`() async {
    let navigator = CallList()
    navigator.forgetsDismissals = true
    #expect(await navigator.present(.tags, returning: Int.self) == nil)
  }
}
