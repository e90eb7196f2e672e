import FoundationEssentials
import Testing

@testable import TUIKit

@Suite @MainActor struct MenuTests {
  private final class Log {
    var words: [String] = []
  }

  private func open(_ screen: ControlsFixture, at place: Rect? = Rect(x: 4, y: 1, width: 5, height: 1)) -> Log {
    let log = Log()
    let menu = Menu(items: [
      Menu.Item("Edit", key: KeyEvent(.character("e"))) { log.words.append("edit") },
      Menu.Item("Copy", isEnabled: false) { log.words.append("copy") },
      .separator,
      Menu.Item("Sort by name", isOn: true) { log.words.append("sort") },
      Menu.Item("Delete", key: KeyEvent(.character("d")), role: .destructive) { log.words.append("delete") },
    ])
    menu.present(from: screen.root, at: place)
    screen.scheduler.run()
    return log
  }

  @Test func `it opens below its anchor with the current item selected`() {
    let screen = ControlsFixture(width: 40, height: 10)
    _ = open(screen)
    #expect(
      screen.text == """


            ┌─────────────────┐
            │    Edit       e │
            │    Copy         │
            │─────────────────│
            │▌ ✓ Sort by name │
            │    Delete     d │
            └─────────────────┘
        """)
    #expect(screen.window.cursorPosition == Point(x: 9, y: 6))
  }

  @Test func `a title that is too long ends before the key`() {
    let screen = ControlsFixture(width: 24, height: 6)
    let menu = Menu(items: [Menu.Item("Sort the people by their names", key: KeyEvent(.character("e"))) {}])
    menu.present(from: screen.root, at: Rect(x: 0, y: 0, width: 5, height: 1))
    screen.scheduler.run()
    #expect(screen.text.contains("… e │"))
  }

  @Test func `its title is above the items and cannot be chosen`() {
    let screen = ControlsFixture(width: 40, height: 10)
    var chosen: [String] = []
    let menu = Menu(
      title: "The order of the list",
      items: ["By name", "By age"].map { title in Menu.Item(title) { chosen.append(title) } })
    menu.present(from: screen.root, at: Rect(x: 4, y: 1, width: 5, height: 1))
    screen.scheduler.run()
    #expect(
      screen.text == """


          ┌────────────────────────────────────┐
          │  The order of the list             │
          │▌ By name                           │
          │  By age                            │
          └────────────────────────────────────┘
        """)
    #expect(screen.window.cursorPosition == Point(x: 5, y: 4))
    screen.click(8, 3)
    #expect(screen.window.topViewController === menu && chosen == [])
    screen.click(8, 5)
    #expect(chosen == ["By age"])
  }

  @Test func `the title stays while a long text scrolls below it`() {
    let screen = ControlsFixture(width: 40, height: 10)
    let items = (1...30).map { Menu.Item("Item \($0)") {} }
    Menu(title: "Items", items: items).present(from: screen.root, at: Rect(x: 4, y: 0, width: 5, height: 1))
    screen.scheduler.run()
    screen.press(KeyEvent(.end))
    let first = screen.lines.firstIndex { $0.contains("Items") }
    #expect(screen.lines.last { $0.contains("Item") }?.contains("▌ Item 30") == true)
    #expect(first.map { screen.lines[$0 + 1].contains("Item ") } == true)
  }

  @Test func `typing filters a list of items without keys`() {
    let screen = ControlsFixture(width: 40, height: 12)
    var chosen: [String] = []
    let items = ["everyone", "family", "friend", "work"].map { title in Menu.Item(title) { chosen.append(title) } }
    Menu(title: "Tags and searches", items: items).present(from: screen.root)
    screen.scheduler.run()
    let empty = screen.lines.filter(\.isEmpty).count
    screen.type("fr")
    #expect(screen.text.contains("Tags and searches  fr") && screen.text.contains("▌ friend"))
    #expect(!screen.text.contains("family") && screen.lines.filter(\.isEmpty).count > empty)
    screen.type("x")
    #expect(screen.text.contains("No match"))
    screen.press(KeyEvent(.enter))
    #expect(chosen.isEmpty)
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.down), KeyEvent(.enter))
    #expect(chosen == ["friend"])
  }

  @Test func `Space chooses the selected item, and separates words of a filter`() {
    let screen = ControlsFixture(width: 40, height: 12)
    var chosen: [String] = []
    let items = ["one", "a b", "ab"].map { title in Menu.Item(title) { chosen.append(title) } }
    Menu(title: "Items", items: items).present(from: screen.root)
    screen.scheduler.run()
    screen.type("a ")
    #expect(screen.text.contains("a b") && !screen.text.contains("ab"))
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.end))
    screen.type(" ")
    #expect(chosen == ["ab"])
  }

  @Test func `a long menu has a scroll mark and pages`() {
    let screen = ControlsFixture(width: 40, height: 8)
    Menu(title: "Numbers", items: (10..<60).map { Menu.Item("n\($0)") {} }).present(from: screen.root)
    screen.scheduler.run()
    #expect(screen.text.contains("┃"))
    screen.press(KeyEvent(.pageDown))
    #expect(!screen.text.contains("n10") && screen.text.contains("▌ n1"))
    screen.press(KeyEvent(.pageUp), KeyEvent(.pageUp))
    #expect(screen.text.contains("▌ n10"))
  }

  @Test func `Up and Down skip disabled items and wrap around`() {
    let screen = ControlsFixture(width: 40, height: 10)
    let log = open(screen)
    screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.enter))
    #expect(log.words == ["delete"])
    #expect(screen.window.topViewController === screen.root)
  }

  @Test func `a destructive item has the color of danger, also when it is selected`() {
    let screen = ControlsFixture(width: 40, height: 10)
    _ = open(screen)
    let place = (x: 9, y: 7)
    #expect(screen.style(place.x, place.y) == Style(.danger, on: screen.style(place.x, place.y).background))
    screen.press(KeyEvent(.end))
    #expect(screen.style(place.x, place.y) == Style(.danger, on: .selection))
    screen.press(KeyEvent(.home))
    #expect(screen.style(9, 3) == Style(.selectionText, on: .selection))
  }

  @Test func `an item's key chooses it unless it is disabled`() {
    let screen = ControlsFixture(width: 40, height: 10)
    let log = open(screen)
    screen.press(KeyEvent(.character("d")))
    #expect(log.words == ["delete"])
    let other = open(screen)
    screen.press(KeyEvent(.escape))
    #expect(other.words == [])
    #expect(screen.window.topViewController === screen.root)
  }

  @Test func `a click chooses an item, not a separator`() {
    let screen = ControlsFixture(width: 40, height: 10)
    let log = open(screen)
    screen.click(8, 5)
    screen.click(8, 4)
    #expect(screen.window.topViewController is Menu)
    screen.click(8, 3)
    #expect(log.words == ["edit"])
    let other = open(screen)
    screen.click(39, 9)
    #expect(other.words == [])
    #expect(screen.window.topViewController === screen.root)
  }

  @Test func `without room below it opens above, and a long menu scrolls`() {
    let screen = ControlsFixture(width: 40, height: 10)
    _ = open(screen, at: Rect(x: 30, y: 8, width: 5, height: 1))
    #expect(screen.lines[2].hasSuffix("Edit       e │"))
    screen.press(KeyEvent(.escape))
    screen.window.send(.resize(Size(width: 20, height: 3)))
    _ = open(screen, at: Rect(x: 3, y: 1, width: 5, height: 1))
    screen.press(KeyEvent(.end))
    #expect(screen.lines[1].contains("Delete"))
    #expect(screen.lines[1].contains("▌"))
  }

  @Test func `a menu without enabled items does not open`() {
    let screen = ControlsFixture()
    #expect(!Menu(items: [.separator]).present(from: screen.root))
  }

  @Test func `a row's actions are a menu beside it`() {
    let stage = TableStage(width: 40, height: 10, rows: names(0..<6))
    var done: [String] = []
    stage.table.rowActions = [
      TableViewRowAction("Open", key: KeyEvent(.character("o"))) { done.append("open \($0.row)") },
      TableViewRowAction("Promote", isEnabled: { $0.row > 0 }, handler: { done.append("promote \($0.row)") }),
      TableViewRowAction(
        "Delete", key: KeyEvent(.character("d")), role: .destructive, whenGone: { done.append("deleted already") },
        handler: { done.append("delete \($0.row)") }),
    ]
    stage.press(.down)
    stage.press(".")
    stage.settle()
    #expect(stage.lines[3].contains("▌ Open"))
    // A row that is inserted above does not change the menu\'s row.
    stage.insert("first", at: 0)
    stage.press("o")
    #expect(done == ["open 2"])
    stage.window.send(.mouse(MouseEvent(.press, .right, at: Point(x: 4, y: 0))))
    stage.settle()
    #expect(stage.selectedText == "first")
    stage.press(.down)
    stage.press(.enter)
    #expect(done == ["open 2", "delete 0"])
    // A row that was deleted while its menu was open has no action, and neither has the next row.
    stage.press(".")
    stage.delete(0)
    stage.press("d")
    #expect(done == ["open 2", "delete 0", "deleted already"])
  }

  @Test func `a waiting batch may delete the row`() {
    let stage = TableStage(width: 40, height: 10, rows: names(0..<6))
    var done: [String] = []
    stage.table.rowActions = [
      TableViewRowAction(
        "Delete", key: KeyEvent(.character("d")), whenGone: { done.append("deleted already") },
        handler: { done.append("delete \($0.row)") })
    ]
    stage.press(.down)
    stage.press(".")
    stage.settle()
    stage.sections[0].insert("first", at: 0)
    stage.table.setNeedsUpdates { stage.table.insertRows(at: [IndexPath(row: 0, section: 0)]) }
    stage.press("d")
    #expect(done == ["delete 2"])
    stage.settle()
    stage.press(".")
    stage.settle()
    stage.sections[0].remove(at: 2)
    stage.table.setNeedsUpdates { stage.table.deleteRows(at: [IndexPath(row: 2, section: 0)]) }
    stage.press("d")
    #expect(done == ["delete 2", "deleted already"])
    #expect(stage.selectedText == "row 2" && stage.inconsistencies == [])
  }

  @Test func `an action may open the menu of another row`() {
    let stage = TableStage(width: 40, height: 10, rows: names(0..<6))
    var done: [Int] = []
    stage.table.rowActions = [
      TableViewRowAction("Next", key: KeyEvent(.character("n"))) { path in
        done.append(path.row)
        stage.table.selectRow(at: IndexPath(row: path.row + 1, section: 0))
        stage.table.showRowActions()
      }
    ]
    stage.press(".")
    stage.press("n")
    stage.press("n")
    #expect(done == [0, 1])
  }
}
