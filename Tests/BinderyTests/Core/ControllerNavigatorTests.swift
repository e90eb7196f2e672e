import Algorithms
import Bindery
import RIV
import RIVTesting
import ReactiveTesting
import TUIKit
import TestSupport
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct ControllerNavigatorTests {
  enum Route: Equatable { case page(Int), sheet(Int) }

  final class Screen: ViewController {
    let route: Route
    init(_ route: Route) { self.route = route }
    override func loadView() -> View { Label("\(route)") }
  }

  let scheduler = ManualScheduler()
  let navigation = NavigationController(rootViewController: Screen(.page(0)))
  let window: Window
  let navigator = ControllerNavigator<Route> { route, _ in Screen(route) }

  init() {
    window = Window(size: Size(width: 40, height: 12), frameClock: FrameClock(scheduler: scheduler))
    window.frameClock.isMotionEnabled = false
    window.rootViewController = navigation
    navigator.navigationController = navigation
  }

  private var visible: Route? { (navigation.visibleViewController as? Screen)?.route }

  @Test func `the stack is pushed, replaced, popped and set`() {
    navigator.push(.page(1))
    navigator.push(.page(2))
    #expect(navigator.routes == [.page(1), .page(2)])
    #expect(visible == .page(2))
    navigator.replace(with: .page(3))
    #expect(navigator.routes == [.page(1), .page(3)])
    navigator.pop()
    #expect(navigator.routes == [.page(1)])
    navigator.popToRoot()
    navigator.pop()
    #expect(navigator.routes == [])
    #expect(visible == .page(0))
    navigator.setRoutes([.page(7), .page(8)])
    #expect(navigator.routes == [.page(7), .page(8)])
    #expect(visible == .page(8))
    #expect(navigation.viewControllers.count == 3)
    navigator.popToRoot()
    navigator.replace(with: .page(4))
    #expect(navigator.routes == [.page(4)])
    #expect(navigation.viewControllers.count == 2)
  }

  @Test func `a controller that is shown again has its latest route`() {
    let screen = Screen(.page(1))
    let navigator = ControllerNavigator<Route> { _, _ in screen }
    navigator.navigationController = navigation
    navigator.push(.page(1))
    navigator.pop()
    navigator.push(.page(2))
    #expect(navigator.routes == [.page(2)])
  }

  @Test func `screens popped by other means leave the routes`() {
    navigator.push(.page(1))
    navigation.pop()
    #expect(navigator.routes == [])
    navigator.present(.sheet(1))
    navigation.presentedViewController?.dismiss()
    #expect(navigator.presentedRoutes == [])
  }

  @Test func `presented screens leave the stack unchanged`() {
    navigator.push(.page(1))
    navigator.present(.sheet(1))
    navigator.present(.sheet(2), as: .fullScreen)
    #expect(navigator.presentedRoutes == [.sheet(1), .sheet(2)])
    #expect(visible == .sheet(2))
    navigator.dismiss()
    #expect(visible == .sheet(1))
    navigator.dismiss()
    navigator.dismiss()
    #expect(navigator.presentedRoutes == [])
    #expect(navigator.routes == [.page(1)])
  }

  @Test func `a screen that cannot be presented ends at once`() {
    window.rootViewController = ViewController()
    var events: [String] = []
    navigator.present(.sheet(3), as: .sheet, animated: false, completion: { events.append("completed") }) {
      events.append($0 == nil ? "dismissed" : "answered")
    }
    #expect(events == ["dismissed", "completed"])
    #expect(navigator.presentedRoutes == [])
    navigator.dismiss(returning: nil) { events.append("nothing to dismiss") }
    #expect(events.last == "nothing to dismiss")
  }

  @Test func `dismissing removes the presented screen and all above it`() {
    navigator.present(.sheet(1))
    navigation.present(Screen(.page(9)))
    #expect(visible == .page(9))
    navigator.dismiss()
    #expect(visible == .page(0))
    #expect(navigator.presentedRoutes == [])
  }

  @Test func `dismissSelf dismisses and pops everything`() {
    navigator.push(.page(1))
    navigator.present(.sheet(1))
    navigator.present(.sheet(2))
    navigator.dismissSelf()
    #expect(navigator.routes == [])
    #expect(navigator.presentedRoutes == [])
    #expect(visible == .page(0))
  }

  @Test func `a navigator that is presented by another dismisses itself`() {
    let inner = NavigationController(rootViewController: Screen(.page(10)))
    let innerNavigator = ControllerNavigator<Route> { route, _ in Screen(route) }
    innerNavigator.navigationController = inner
    for leave in [{ innerNavigator.dismiss() }, { innerNavigator.dismissSelf() }] {
      navigation.present(inner)
      innerNavigator.push(.page(11))
      leave()
      #expect(navigation.presentedViewController == nil)
      #expect(visible == .page(0))
    }
  }

  @Test func `a presented navigator dismisses itself with its result`() {
    let inner = NavigationController(rootViewController: Screen(.page(10)))
    let innerNavigator = ControllerNavigator<Route> { route, _ in Screen(route) }
    innerNavigator.navigationController = inner
    let outer = ControllerNavigator<Route> { _, _ in inner }
    outer.navigationController = navigation
    var results: [Any?] = []
    for leave in [{ innerNavigator.dismiss(returning: "work") }, { innerNavigator.dismissSelf() }] {
      outer.present(.sheet(1), as: .sheet, animated: false, completion: nil) { results.append($0) }
      leave()
    }
    #expect(results.map { $0 as? String } == ["work", nil])
    #expect(outer.presentedRoutes == [])
  }

  @Test func `a presented navigator returns its result from below others`() {
    let inner = NavigationController(rootViewController: Screen(.page(10)))
    let innerNavigator = ControllerNavigator<Route> { route, _ in Screen(route) }
    innerNavigator.navigationController = inner
    let outer = ControllerNavigator<Route> { _, _ in inner }
    outer.navigationController = navigation
    var results: [Any?] = []
    for leave in [{ innerNavigator.dismiss(returning: "work") }, { innerNavigator.dismissSelf() }] {
      outer.present(.sheet(1), as: .sheet, animated: false, completion: nil) { results.append($0) }
      inner.present(Screen(.page(99)))
      leave()
      #expect(visible == .page(0))
    }
    #expect(results.map { $0 as? String } == ["work", nil])
    innerNavigator.dismiss(returning: "late")
    #expect(results.count == 2)
  }

  @Test func `a screen's own onDismiss is called at each dismissal`() {
    let screen = Screen(.sheet(1))
    var events: [String] = []
    screen.onDismiss = { events.append("own") }
    let navigator = ControllerNavigator<Route> { _, _ in screen }
    navigator.navigationController = navigation
    for _ in 0..<2 {
      navigator.present(.sheet(1), as: .sheet, animated: false, completion: nil) { _ in events.append("presenter") }
      navigator.dismiss()
    }
    #expect(events == ["own", "presenter", "own", "presenter"])
  }

  @Test func `a completion waits until its change is on screen`() {
    let inner = NavigationController(rootViewController: Screen(.page(10)))
    let innerNavigator = ControllerNavigator<Route> { route, _ in Screen(route) }
    innerNavigator.navigationController = inner
    var completed: [Int] = []
    innerNavigator.setRoutes([.page(11)], animated: false) { completed.append(11) }
    innerNavigator.push(.page(12), animated: true) { completed.append(12) }
    #expect(completed == [])
    window.frameClock.isMotionEnabled = true
    navigation.present(inner)
    innerNavigator.replace(with: .page(13), animated: false) { completed.append(13) }
    #expect(completed == [])
    scheduler.run()
    #expect(completed == [11, 12, 13])
  }

  @Test func `a change made in a completion is kept`() {
    window.frameClock.isMotionEnabled = true
    navigator.push(.page(1), animated: true) { navigator.push(.page(2)) }
    navigator.push(.page(3))
    scheduler.run()
    #expect(navigator.routes == [.page(1), .page(2), .page(3)])
  }

  @Test func `completions are called once, even without a change`() {
    window.frameClock.isMotionEnabled = true
    var done: [String] = []
    navigator.push(.page(1), animated: true) { done.append("push") }
    #expect(done == [])
    scheduler.run()
    navigator.pop(animated: true) { done.append("pop") }
    scheduler.run()
    navigator.pop(animated: true) { done.append("nothing") }
    navigator.popToRoot(animated: true) { done.append("nothing") }
    navigator.setRoutes([.page(2)], animated: false) { done.append("set") }
    navigator.replace(with: .page(3), animated: false) { done.append("replace") }
    navigator.present(.sheet(1), as: .sheet, animated: true, completion: { done.append("present") }, onDismiss: nil)
    scheduler.run()
    navigator.dismiss(returning: nil) { done.append("dismiss") }
    navigator.dismissSelf { done.append("self") }
    #expect(done == ["push", "pop", "nothing", "nothing", "set", "replace", "present", "dismiss", "self"])
  }

  @Test func `a presenter can wait for a result`() async {
    async let answer = navigator.present(.sheet(1), returning: String.self)
    await Task.yield()
    await yield { !navigator.presentedRoutes.isEmpty }
    navigator.dismiss(returning: "work")
    #expect(await answer == "work")
  }

  @Test func `a result that is missing or mistyped is nil`() async {
    for leave in [
      { navigation.presentedViewController?.dismiss() }, { navigator.dismiss(returning: 7) },
    ] {
      async let answer = navigator.present(.sheet(1), returning: String.self)
      await yield { !navigator.presentedRoutes.isEmpty }
      leave()
      #expect(await answer == nil)
    }
    window.rootViewController = nil
    #expect(await navigator.present(.sheet(1), returning: String.self) == nil)
    #expect(navigator.presentedRoutes == [])
  }

  @Test func `a missing navigation controller is reported`() {
    var missing: [MissingNavigator] = []
    let lost = ControllerNavigator<Route>(
      onMissing: { missing.append($0) }, makeController: { route, _ in Screen(route) })
    var done = 0
    lost.push(.page(1), animated: true) { done += 1 }
    lost.present(.sheet(1), as: .sheet, animated: true, completion: { done += 1 }, onDismiss: { _ in done += 1 })
    lost.pop()
    lost.dismissSelf { done += 1 }
    #expect(missing == [MissingNavigator(wanted: "page(1)"), MissingNavigator(wanted: "sheet(1)")])
    #expect(done == 4)
    #expect(lost.routes == [])
  }

  @Test func `it does not retain the navigation controller`() {
    weak var freedNavigation: NavigationController?
    weak var freedScreen: ViewController?
    let navigator = navigator
    do {
      let other = NavigationController(rootViewController: Screen(.page(0)))
      navigator.navigationController = other
      navigator.push(.page(1))
      freedNavigation = other
      freedScreen = other.topViewController
    }
    #expect(freedNavigation == nil)
    #expect(freedScreen == nil)
  }

  @Test(arguments: 0..<20) func `it has the same routes as the navigator in memory`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let memory = RecordingNavigator<Route>()
    for step in 0..<200 {
      let number = Int.random(in: 0..<10, using: &random)
      let routes = (0..<Int.random(in: 0..<4, using: &random)).map { Route.page(step * 10 + $0) }
      for navigator in [navigator, memory] as [any Navigator<Route>] {
        switch number {
        case 0, 1: navigator.push(.page(step), animated: false)
        case 2, 3: navigator.pop(animated: false)
        case 4: navigator.popToRoot(animated: false)
        case 5: navigator.replace(with: .page(step))
        case 6: navigator.setRoutes(routes)
        case 7: navigator.present(.sheet(step), animated: false)
        case 8: navigator.dismiss()
        default: if step.isMultiple(of: 5) { navigator.dismissSelf() }
        }
      }
      #expect(navigator.routes == memory.routes)
      #expect(navigator.presentedRoutes == memory.presentedRoutes)
      #expect(visible == memory.visibleRoute ?? .page(0))
    }
  }
}
