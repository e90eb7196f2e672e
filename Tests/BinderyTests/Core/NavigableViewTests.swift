import Bindery
import RIV
import TUIKit
import Testing
import Time

@Suite @MainActor struct NavigableViewTests {
  enum Event { case chose(Int), leave }
  enum Route: Equatable { case page(Int) }

  final class ListScreen: ViewController, NavigableView {
    var missing: [MissingNavigator] = []
    private(set) lazy var router = NavigationRouter<Event, Route>(onMissing: { [weak self] in self?.missing.append($0) }
    ) {
      event, navigator in
      switch event {
      case .chose(let number): navigator.push(.page(number))
      case .leave: navigator.pop()
      }
    }
  }

  final class PageScreen: ViewController {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a screen navigates once it is the root controller`() {
    let list = ListScreen()
    #expect(!list.navigate(.chose(1)))
    #expect(list.missing == [MissingNavigator(wanted: "chose(1)")])
    let navigation = NavigationController(root: list) { route, _ in
      switch route {
      case .page(let number): PageScreen(number)
      }
    }
    #expect(list.navigate(.chose(2)))
    #expect((navigation.topViewController as? PageScreen)?.number == 2)
    #expect(list.router.navigator?.routes == [.page(2)])
    list.navigate(.leave)
    #expect(navigation.topViewController === list)
  }

  @Test func `the navigation controller is freed with its screens`() {
    weak var freed: NavigationController?
    weak var freedNavigator: ControllerNavigator<Route>?
    let list = ListScreen()
    do {
      let navigation = NavigationController(root: list) { [weak list] _, navigator in
        freedNavigator = navigator
        return list.map { PageScreen($0.missing.count) } ?? PageScreen(0)
      }
      list.navigate(.chose(1))
      #expect(freedNavigator != nil)
      freed = navigation
    }
    #expect(freed == nil)
    #expect(freedNavigator == nil)
    #expect(!list.navigate(.leave))
  }
}
