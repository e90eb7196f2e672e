import TUIKit
import Testing

@Suite @MainActor struct SplitViewControllerTests {
  private final class Side: ViewController {
    let field = TextField()
    var isSeen = false

    init(_ title: String) {
      super.init()
      self.title = title
    }

    override func loadView() -> View {
      let stack = StackView(.vertical)
      stack.addArrangedSubview(Label(title))
      stack.addArrangedSubview(field, sizing: .fixed(1))
      return stack
    }
    override func viewDidAppear() { isSeen = true }
    override func viewDidDisappear() { isSeen = false }
  }

  private func make(width: Int) -> (ControlsFixture, SplitViewController, Side, Side) {
    let (list, card) = (Side("list"), Side("card"))
    let split = SplitViewController(primary: list, secondary: card)
    split.minimumExpandedWidth = 40
    split.primaryFraction = 0.5
    let screen = ControlsFixture(width: width, height: 2, root: split)
    _ = screen.lines
    return (screen, split, list, card)
  }

  @Test func `a wide window shows both sides with a line between`() {
    let (screen, split, list, card) = make(width: 40)
    #expect(screen.lines[0] == "list                │card")
    #expect(!split.isCollapsed && list.isSeen && card.isSeen)
    #expect(list.field.isFirstResponder)
    screen.press(KeyEvent(.tab))
    #expect(card.field.isFirstResponder)
    screen.press(KeyEvent(.escape))
    #expect(list.field.isFirstResponder)
    split.showSecondary()
    #expect(card.field.isFirstResponder)
  }

  @Test func `a narrow window shows one side, and Escape goes back`() {
    let (screen, split, list, card) = make(width: 30)
    #expect(screen.lines[0] == "list")
    #expect(split.isCollapsed && list.isSeen && !card.isSeen)
    #expect(!screen.press(KeyEvent(.escape)))
    split.showSecondary()
    #expect(screen.lines[0] == "card")
    #expect(card.field.isFirstResponder && card.isSeen && !list.isSeen)
    screen.press(KeyEvent(.escape))
    #expect(screen.lines[0] == "list")
    #expect(list.field.isFirstResponder)
  }

  @Test func `a hidden side does not get the focus back`() {
    let (screen, split, list, card) = make(width: 60)
    split.showSecondary()
    #expect(card.field.isFirstResponder)
    let sheet = Side("sheet")
    split.present(sheet, animated: false)
    screen.window.send(.resize(Size(width: 20, height: 2)))
    _ = screen.lines
    #expect(split.isCollapsed && !card.isSeen && sheet.field.isFirstResponder)
    sheet.dismiss()
    #expect(list.field.isFirstResponder)
    #expect(screen.lines[0] == "list")
  }

  @Test func `the visible side stays visible when the window changes`() {
    final class Listener: SplitViewControllerDelegate {
      var states: [Bool] = []
      func splitViewControllerDidChangeCollapse(_ splitViewController: SplitViewController) {
        states.append(splitViewController.isCollapsed)
      }
    }
    let (screen, split, list, card) = make(width: 60)
    let listener = Listener()
    split.delegate = listener
    split.showSecondary()
    screen.window.send(.resize(Size(width: 20, height: 2)))
    #expect(screen.lines[0] == "card")
    #expect(card.field.isFirstResponder && !list.isSeen)
    screen.window.send(.resize(Size(width: 60, height: 2)))
    #expect(screen.lines[0] == "list                          │card")
    #expect(card.field.isFirstResponder && list.isSeen)
    screen.press(KeyEvent(.escape))
    screen.window.send(.resize(Size(width: 20, height: 2)))
    #expect(screen.lines[0] == "list")
    #expect(listener.states == [true, false, true])
    #expect(list.splitViewController === split)
  }
}
