import Testing

@testable import TUIKit

@Suite @MainActor struct PaletteListTests {
  let screen = ControlsFixture(width: 40, height: 4)
  let list = PaletteList()

  private func item(
    _ title: String, _ detail: String? = nil, key: KeyEvent? = nil, role: KeyCommand.Role = .standard,
    isReady: Bool = true
  ) -> PaletteList.Item {
    let command = KeyCommand(
      keys: key.map { [$0] } ?? [], title: title, detail: detail, role: role, isReady: { isReady }
    ) {}
    return PaletteList.Item(command, title: title, match: .init(rank: .titleWord, cost: 0))
  }

  init() {
    list.titleWidth = 6
    screen.add(list)
  }

  @Test func `a line has title, sentence and key`() {
    list.items = [
      item("Add", "Add a person", key: .control("a")), item("Delete everybody"),
      item("Sort", key: KeyEvent(.function(2))),
    ]
    #expect(screen.lines[0] == "  Add     Add a person          ctrl-a")
    #expect(screen.lines[1] == "  Delete everybody")
    #expect(screen.lines[2] == "  Sort                              f2")
    list.items = [item("A long title", "and a long sentence of words", key: .control("a"))]
    #expect(
      screen.lines[0]
        == "  A lon…  and a long sentence…  ctrl-a")
    list.items = [item("A title that is much longer than a line is", key: .control("a"))]
    #expect(screen.lines[0] == "  A title that is much longer…  ctrl-a")
  }

  @Test func `each kind of line has a colour`() {
    list.items = [
      item("Add", "x", key: .control("a")), item("Del", role: .destructive), item("Off", "y", isReady: false),
    ]
    list.selected = 0
    #expect(screen.lines[0].hasPrefix("▌ Add"))
    #expect(
      screen.style(0, 0) == Style(.accent, on: .selection)
        && screen.style(2, 0) == Style(.selectionText, on: .selection))
    #expect(
      screen.style(10, 0) == Style(.selectionText, on: .selection) && screen.style(39, 0).background == .selection)
    #expect(
      screen.style(2, 1) == Style(.danger) && screen.style(2, 2) == Style(.textDim)
        && screen.style(10, 2) == Style(.textDim))
    list.selected = 1
    #expect(
      screen.style(2, 1) == Style(.danger, on: .selection) && screen.style(2, 0) == Style()
        && screen.style(37, 0) == Style(.textDim))
    list.selected = 2
    #expect(screen.style(2, 2) == Style(.selectionText, on: .selection))
  }

  @Test func `the selection scrolls the list`() {
    list.items = (0..<9).map { item("Item \($0)") }
    _ = screen.lines
    func first() -> String {
      screen.lines[0].trimmingPrefix("▌").trimmingPrefix("  ").trimmingPrefix(" ").prefix(6).description
    }
    list.moveSelection(by: -1)
    #expect(list.selected == 8 && first() == "Item 5")
    list.moveSelection(by: 1)
    #expect(list.selected == 8)
    list.moveSelection(by: -3)
    #expect(list.selected == 5 && first() == "Item 5")
    list.moveSelection(by: -1)
    #expect(list.selected == 4 && first() == "Item 4")
    list.moveSelection(by: -9)
    #expect(list.selected == 0 && first() == "Item 0")
    list.moveSelection(by: 3)
    #expect(first() == "Item 0")
    list.moveSelection(by: 1)
    #expect(list.selected == 4 && first() == "Item 1")
    list.selected = nil
    list.moveSelection(by: 1)
    #expect(list.selected == 0)
    list.selected = nil
    list.frame.size.height = 1
    #expect(screen.lines[0].withoutOuterBlanks.hasPrefix("Item 0"))
    list.items = []
    list.moveSelection(by: 1)
    #expect(screen.lines[0] == "  Nothing matches")
  }

  @Test func `a click runs, and the wheel moves the selection`() {
    var runs: [Int?] = []
    list.onClick = { [list] in runs.append(list.selected) }
    list.items = (0..<6).map { item("Item \($0)") }
    list.selected = 5
    _ = screen.lines
    func send(_ action: MouseEvent.Action, _ y: Int) -> Bool {
      list.mouseEvent(MouseEvent(action, at: Point(x: 3, y: y)))
    }
    #expect(send(.press, 0) && runs == [2] && send(.press, 3) && runs == [2, 5])
    #expect(send(.scrollUp, 0) && list.selected == 4 && send(.scrollDown, 0) && list.selected == 5)
    #expect(!send(.release, 0) && !send(.drag, 0) && runs.count == 2)
    list.items = [item("One")]
    #expect(!send(.press, 1) && runs.count == 2)
  }

  @Test func `a suggestion shows its kind`() {
    list.items = [PaletteList.Item(.init("Ada Lovelace", kind: "person") {}, query: PaletteQuery("love"))]
    #expect(
      screen.lines[0]
        == "  Ada Lovelace                  person")
    #expect(screen.style(6, 0) == Style(.match, on: .surface, .bold) && screen.style(10, 0) == Style())
  }

  @Test func `the palette lists each reachable command once`() {
    let root = ViewController()
    final class Keys: View {
      override var canBecomeFirstResponder: Bool { true }
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.character("a")), title: "near") {}, KeyCommand(keys: [], title: "Twice") {},
          KeyCommand(KeyEvent(.function(1)), title: "move", role: .movement) {},
          KeyCommand(KeyEvent(.character("e")), title: "hidden hint", isHint: false) {},
        ]
      }
    }
    screen.window.rootViewController = root
    let keys = Keys()
    root.view.addSubview(keys)
    keys.becomeFirstResponder()
    screen.clock.isMotionEnabled = false
    screen.window.commands = [
      KeyCommand(KeyEvent(.character("a")), title: "covered") {}, KeyCommand(KeyEvent(.function(1)), title: "moved") {},
      KeyCommand(KeyEvent(.character("a")), KeyEvent(.character("b")), title: "far") {},
      KeyCommand(.control("t"), title: "twice") {},
      KeyCommand(keys: [], title: "keyless") {},
    ]
    screen.window.send(.resize(Size(width: 60, height: 20)))
    CommandPalette.present(from: root)
    let titles = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }.dropFirst()
      .map { $0.replacing("▌ ", with: "").prefix { $0 != " " } }
    #expect(titles == ["Near", "Far", "Twice", "Keyless", "Hidden"])
    let size = (screen.window.topViewController as? CommandPalette)?.contentSizeThatFits(screen.window.size)
    #expect(size == Size(width: 40, height: 7))
  }
}
