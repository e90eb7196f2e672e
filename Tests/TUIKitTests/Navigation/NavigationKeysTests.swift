import Testing

@testable import TUIKit

@Suite @MainActor struct NavigationKeysTests {
  // MARK: Alerts

  @Test func `the only answer is also that of Esc`() {
    let screen = ControlsFixture(width: 60, height: 14)
    screen.clock.isMotionEnabled = false
    var log: [String] = []
    Alert(title: "Done", buttons: [.init("OK") { log.append("ok") }]).present(from: screen.root)
    #expect(!screen.press(KeyEvent(.right)) && screen.press(KeyEvent(.escape)) && log == ["ok"])
    let two = Alert(
      title: "Which?",
      buttons: [.init("PDF") { log.append("pdf") }, .init("Text", key: .control("t")) { log.append("text") }])
    two.present(from: screen.root)
    #expect(!screen.press(KeyEvent(.escape)) && screen.window.topViewController === two)
    #expect(two.keyCommands.map(\.title) == ["text", "next answer", "previous answer", "choose"])
    screen.press(KeyEvent(.down), KeyEvent(.enter))
    #expect(log == ["ok", "text"] && two.keyCommands.first?.keys == [.control("t")])
    two.present(from: screen.root)
    screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.enter))
    #expect(log == ["ok", "text", "pdf"])
  }

  @Test func `hints keep acronyms`() {
    let screen = ControlsFixture(width: 60, height: 14)
    screen.clock.isMotionEnabled = false
    let alert = Alert(
      title: "?",
      buttons: [.destructive("Delete", key: .control("d")) {}, .cancel("PDF"), .init("x", key: .control("x"))])
    alert.present(from: screen.root)
    #expect(alert.keyCommands.map(\.title) == ["delete", "x", "next answer", "previous answer", "choose", "PDF"])
    let line = screen.lines.first { $0.contains("Delete") } ?? ""
    let (x, y) = (line.prefix { $0 == " " }.count, screen.lines.firstIndex(of: line) ?? 0)
    #expect(screen.style(x, y).foreground == .danger && line.contains("▌PDF"))
  }

  // MARK: Tabs

  private func tabs(_ count: Int) -> (ControlsFixture, TabController) {
    let pages = (1...count).map { number in
      let page = ViewController()
      page.title = "T\(number)"
      return page
    }
    let tabs = TabController(viewControllers: pages)
    return (ControlsFixture(width: 60, height: 4, root: tabs), tabs)
  }

  @Test func `nine tabs have digits, and the ends meet`() {
    let (screen, tabs) = tabs(11)
    let digits = tabs.keyCommands.prefix { $0.title.hasPrefix("T") }
    #expect(
      digits.map(\.title) == (1...9).map { "T\($0)" } && digits.last?.keys == [.alt("9")]
        && digits.last?.detail == "Go to “T9”")
    screen.press(KeyEvent(.left, .alt))
    #expect(tabs.selectedIndex == 10)
    screen.press(KeyEvent(.right, .alt))
    #expect(tabs.selectedIndex == 0)
    screen.press(KeyEvent(.right, .alt), KeyEvent(.right, .alt), KeyEvent(.left, .alt))
    #expect(tabs.selectedIndex == 1)
    tabs.selectedIndex = -1
    #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedSegmentIndex == 1)
    let (one, single) = self.tabs(1)
    #expect(!one.press(KeyEvent(.right, .alt)) && single.selectedIndex == 0)
  }

  @Test func `a removed tab passes the selection on`() {
    let (screen, tabs) = tabs(4)
    let pages = tabs.viewControllers
    tabs.selectedIndex = 3
    tabs.viewControllers = Array(pages.prefix(2))
    #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedSegmentIndex == 1 && tabs.tabBar.segments == ["T1", "T2"])
    tabs.viewControllers = [pages[0], pages[3]]
    #expect(tabs.selectedIndex == 1 && tabs.selectedViewController === pages[3] && pages[1].parent == nil)
    pages[1].title = "other"
    #expect(
      tabs.tabBar.segments == ["T1", "T4"] && pages[3].appearance == .appeared && pages[1].appearance == .disappeared)
    #expect(tabs.visibleChildren.count == 1 && tabs.frontmost === pages[3])
    #expect(screen.lines[0].withoutOuterBlanks.hasPrefix("T1"))
    tabs.viewControllers = []
    #expect(tabs.visibleChildren.isEmpty && tabs.frontmost === tabs && tabs.tabBar.selectedSegmentIndex == nil)
    #expect(tabs.preferredFirstResponder === tabs.tabBar)
  }

  @Test func `a tab fills the lines below the titles`() {
    let (screen, tabs) = tabs(2)
    _ = screen.lines
    #expect(
      tabs.selectedViewController?.view.frame == Rect(x: 0, y: 0, width: 60, height: 3) && tabs.tabBar.frame.height == 1
    )
    screen.window.send(.resize(Size(width: 30, height: 1)))
    _ = screen.lines
    #expect(tabs.selectedViewController?.view.frame.height == 0)
    screen.window.send(.resize(Size(width: 30, height: 0)))
    _ = screen.lines
    #expect(tabs.tabBar.frame.height == 0)
  }

  // MARK: Split views

  private func split(width: Int) -> (ControlsFixture, SplitViewController, ViewController, ViewController) {
    let (list, card) = (ViewController(), ViewController())
    let split = SplitViewController(primary: list, secondary: card)
    let screen = ControlsFixture(width: width, height: 2, root: split)
    _ = screen.lines
    return (screen, split, list, card)
  }

  @Test func `both sides are shown from 140 columns on`() {
    let (screen, split, list, card) = split(width: 140)
    #expect(
      !split.isCollapsed && list.view.frame.width == 84 && card.view.frame == Rect(x: 85, y: 0, width: 55, height: 2))
    #expect(screen.style(84, 1) == Style(.border) && screen.surface.text(at: Point(x: 84, y: 1)) == "│")
    split.primaryFraction = 2
    _ = screen.lines
    #expect(list.view.frame.width == 140 && card.view.frame.width == 0)
    split.primaryFraction = -1
    _ = screen.lines
    #expect(list.view.frame.width == 0 && card.view.frame == Rect(x: 1, y: 0, width: 139, height: 2))
    screen.window.send(.resize(Size(width: 139, height: 2)))
    _ = screen.lines
    #expect(split.isCollapsed && list.view.frame == card.view.frame && card.view.isHidden && !list.view.isHidden)
    split.minimumExpandedWidth = 139
    _ = screen.lines
    #expect(!split.isCollapsed)
  }

  @Test func `the side in front gets the keys`() {
    let (screen, split, list, card) = split(width: 50)
    func back() -> Bool { split.keyCommands.contains { $0.title == "back" && $0.isEnabled() } }
    #expect(split.frontmost === list && !back() && split.visibleChildren.count == 1)
    split.showSecondary()
    #expect(
      split.frontmost === card && back() && split.showsSecondaryWhenCollapsed && split.visibleChildren.first === card)
    split.showPrimary()
    #expect(split.frontmost === list && !back() && list.appearance == .appeared && card.appearance == .disappeared)
    split.showSecondary()
    screen.window.send(.resize(Size(width: 200, height: 2)))
    _ = screen.lines
    #expect(split.frontmost === list && !back() && split.visibleChildren.count == 2 && card.appearance == .appeared)
    let unloaded = SplitViewController(primary: ViewController(), secondary: ViewController())
    unloaded.showSecondary()
    #expect(!unloaded.isViewLoaded && unloaded.frontmost === unloaded.secondary)
  }

  // MARK: Help

  @Test func `help leaves out keys that are taken`() {
    final class Titled: ViewController {
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.character("a")), .control("a"), title: "add", detail: "Add") {},
          KeyCommand(KeyEvent(.tab), title: "tab", detail: "Own tab") {}, KeyCommand(keys: [], title: "none") {},
        ]
      }
    }
    final class Part: View {
      override var canBecomeFirstResponder: Bool { true }
      override var keyCommandsTitle: String { "Part" }
      override var keyCommands: [KeyCommand] {
        [KeyCommand(KeyEvent(.character("a")), title: "part", detail: "In part") {}]
      }
    }
    let root = Titled()
    root.title = "Root"
    let screen = ControlsFixture(width: 60, height: 20, root: root)
    let part = Part()
    root.view.addSubview(part)
    part.becomeFirstResponder()
    let groups = HelpViewController.groups(of: screen.window.responderChain)
    #expect(groups.map(\.title) == ["Root", "Everywhere", "Part"])
    #expect(
      groups[0].commands.map(\.keys) == ["ctrl-a", "tab"] && groups[0].commands.map(\.words) == ["Add", "Own tab"])
    #expect(groups[1].commands.map(\.keys) == ["shift-tab"] && groups[2].commands.map(\.words) == ["In part"])
    root.title = ""
    #expect(HelpViewController.groups(of: screen.window.responderChain).map(\.title) == ["Everywhere", "Part"])
    #expect(HelpViewController.groups(of: [root]).map(\.title) == [""] && HelpViewController.groups(of: []).isEmpty)
  }

  @Test func `help has two columns, as wide as needed`() {
    let view = HelpView(groups: [
      .init(title: "One", commands: [("a", "first"), ("ctrl-b", "second one")]),
      .init(title: "Two", commands: [("c", "third")]),
    ])
    #expect(view.contentSize(inWidth: 80) == Size(width: 21, height: 6))
    let screen = ControlsFixture(width: 21, height: 4)
    screen.add(view)
    #expect(
      screen.lines.map { $0.replacing("┃", with: "").withoutOuterBlanks } == [
        "One", "a        first", "ctrl-b   second one", "",
      ])
    #expect(
      screen.style(0, 0) == Style(.text, on: .surface, .bold) && screen.style(0, 1) == Style(.accent)
        && screen.style(9, 1) == Style())
    view.scroll(by: 9)
    #expect(view.contentOffset == 2 && screen.lines[3].withoutOuterBlanks.hasPrefix("c        third"))
    view.groups = [.init(title: "", commands: [("a", "only")])]
    #expect(view.contentOffset == 0 && screen.lines[0] == "a        only" && screen.lines[1].isEmpty)
    #expect(view.contentSize(inWidth: 5) == Size(width: 5, height: 1))
  }
}
