import TUIKit
import Testing

@Suite @MainActor struct TabControllerTests {
  private final class Page: ViewController {
    let field = TextField()
    var events: [String] = []

    init(_ title: String) {
      super.init()
      self.title = title
    }

    override func loadView() -> View {
      let stack = StackView(.vertical)
      stack.addArrangedSubview(Label("This is \(title)"))
      stack.addArrangedSubview(field, sizing: .fixed(1))
      return stack
    }
    override func viewWillAppear() { events.append("will appear") }
    override func viewDidAppear() { events.append("did appear") }
    override func viewWillDisappear() { events.append("will disappear") }
    override func viewDidDisappear() { events.append("did disappear") }
  }

  private func make() -> (ControlsFixture, TabController, [Page]) {
    let pages = ["One", "Two", "Three"].map(Page.init)
    let tabs = TabController(viewControllers: pages)
    return (ControlsFixture(width: 30, height: 4, root: tabs), tabs, pages)
  }

  @Test func `one tab is shown, and only that one appears`() {
    let (screen, tabs, pages) = make()
    #expect(screen.lines.prefix(2) == [" One  Two  Three", "This is One"])
    #expect(pages[0].events == ["will appear", "did appear"])
    tabs.selectedIndex = 2
    #expect(screen.lines.prefix(2) == [" One  Two  Three", "This is Three"])
    #expect(pages[0].events == ["will appear", "did appear", "will disappear", "did disappear"])
    #expect(pages[2].events == ["will appear", "did appear"])
    #expect(pages[1].events.isEmpty)
    tabs.selectedIndex = 9
    #expect(tabs.selectedViewController === pages[2])
  }

  @Test func `keys switch tabs, and each restores its focus`() {
    let (screen, tabs, pages) = make()
    #expect(pages[0].field.isFirstResponder)
    screen.press(.alt("2"))
    #expect(pages[1].field.isFirstResponder)
    screen.press(KeyEvent(.tab))
    #expect(tabs.tabBar.isFirstResponder)
    screen.press(KeyEvent(.right))
    #expect(tabs.selectedIndex == 2)
    #expect(tabs.tabBar.isFirstResponder)
    screen.press(KeyEvent(.down))
    #expect(pages[2].field.isFirstResponder)
    screen.press(KeyEvent(.tab), KeyEvent(.right, .alt))
    #expect(tabs.selectedIndex == 0)
    screen.press(KeyEvent(.left, .alt))
    #expect(tabs.selectedIndex == 2)
    _ = screen.lines
    screen.click(7, 0)
    #expect(tabs.selectedIndex == 1)
  }

  @Test func `tabs can be inserted, deleted and renamed`() {
    let (screen, tabs, pages) = make()
    pages[1].title = "Second"
    #expect(screen.lines[0] == " One  Second  Three")
    tabs.selectedIndex = 1
    #expect(pages[1].field.isFirstResponder)
    tabs.viewControllers = [pages[2], pages[1]]
    #expect(tabs.selectedIndex == 1)
    #expect(screen.lines.prefix(2) == [" Three  Second", "This is Second"])
    #expect(pages[0].parent == nil)
    #expect(pages[1].field.isFirstResponder)
    tabs.viewControllers = [pages[0]]
    #expect(screen.lines[1] == "This is One")
    #expect(pages[1].events.last == "did disappear")
    tabs.viewControllers = []
    #expect(tabs.selectedViewController == nil)
    #expect(screen.text.isEmpty)
  }

  @Test func `a deleted tab passes its focus on`() {
    let (screen, tabs, pages) = make()
    #expect(pages[0].field.isFirstResponder)
    tabs.viewControllers = [pages[1], pages[2]]
    #expect(tabs.selectedViewController === pages[1] && pages[1].field.isFirstResponder)
    tabs.selectedIndex = 1
    tabs.viewControllers = [pages[1]]
    #expect(tabs.selectedViewController === pages[1] && pages[1].field.isFirstResponder)
    #expect(screen.lines.prefix(2) == [" Two", "This is Two"])
  }

  @Test func `its delegate is notified`() {
    final class Listener: TabControllerDelegate {
      var titles: [String] = []
      func tabController(_ tabController: TabController, didSelect viewController: ViewController) {
        titles.append(viewController.title)
      }
    }
    let (screen, tabs, _) = make()
    let listener = Listener()
    tabs.delegate = listener
    screen.press(.alt("3"), .alt("3"), .alt("1"))
    #expect(listener.titles == ["Three", "One"])
  }
}
