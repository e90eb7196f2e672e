import Testing

@testable import TUIKit

@Suite @MainActor struct MenuListTests {
  let screen = ControlsFixture(width: 30, height: 6)

  private func view(_ titles: String..., title: String = "", disabled: Set<String> = [], height: Int = 6) -> MenuView {
    let view = MenuView(title: title, items: titles.map { Menu.Item($0, isEnabled: !disabled.contains($0)) {} })
    screen.add(view, Rect(x: 0, y: 0, width: 30, height: height))
    view.becomeFirstResponder()
    return view
  }

  @Test func `its size is that of all items`() {
    #expect(MenuView(title: "", items: [Menu.Item("Edit") {}]).contentSize == Size(width: 15, height: 1))
    let keyed = Menu.Item("Edit", key: .control("e")) {}
    #expect(MenuView(title: "", items: [keyed]).contentSize == Size(width: 16, height: 1))
    #expect(MenuView(title: "Order", items: [keyed, .separator]).contentSize == Size(width: 16, height: 3))
    #expect(
      MenuView(title: "Order", items: [Menu.Item("Name", isOn: true) {}]).contentSize == Size(width: 22, height: 2))
    #expect(MenuView(title: "An order of the list", items: [keyed]).contentSize.width == 23)
  }

  @Test func `pages and ends go to enabled items`() {
    let menu = view("0", "1", "2", "3", "4", "5", "6", "7", "8", disabled: ["0", "4", "8"], height: 5)
    #expect(menu.selected == 1)
    for (key, selected) in [
      (KeyEvent.Key.pageDown, 5), (.pageDown, 7), (.pageDown, 7), (.pageUp, 3), (.pageUp, 1), (.pageUp, 1), (.end, 7),
      (.home, 1), (.up, 7),
      (.down, 1), (.tab, 2),
    ] {
      #expect(screen.press(KeyEvent(key)) && menu.selected == selected, "\(key)")
    }
    #expect(screen.press(KeyEvent(.tab, .shift)) && menu.selected == 1 && !screen.press(KeyEvent(.left)))
  }

  @Test func `a blank chooses where typing filters`() {
    for key in [nil, KeyEvent(.character("c"))] {
      let menu = MenuView(title: "", items: [Menu.Item("Cat", key: key) {}])
      screen.add(menu, Rect(x: 0, y: 0, width: 30, height: 6))
      menu.becomeFirstResponder()
      var chosen: [String] = []
      menu.onChoose = { chosen.append($0.title) }
      _ = screen.press(KeyEvent(.character(" ")))
      #expect(chosen == (key == nil ? ["Cat"] : []))
      menu.removeFromSuperview()
    }
  }

  @Test func `a filter selects what begins with it`() {
    let menu = view("Tabby", "Car", "Cabby", title: "Animals")
    screen.press(KeyEvent(.down), KeyEvent(.down))
    screen.type("ab")
    #expect(menu.items.map(\.title) == ["Tabby", "Cabby"] && menu.selected == 0)
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(menu.filter.isEmpty && menu.items.count == 3 && menu.selected == 0)
    screen.type("ca")
    #expect(menu.items.map(\.title) == ["Car", "Cabby"] && menu.selected == 0)
    screen.press(KeyEvent(.down), KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(menu.selected == 1)
    screen.type("b")
    #expect(menu.items.map(\.title) == ["Tabby", "Cabby"] && menu.selected == 0)
    screen.window.send(.paste("B\nY"))
    #expect(menu.filter == "bBY" && menu.items.count == 2)
    screen.type("z")
    #expect(menu.items.isEmpty && menu.selected == nil && screen.press(KeyEvent(.down)))
    #expect(screen.lines[0] == "  Animals  bBYz" && screen.lines[1] == "  No match")
  }

  @Test func `the cursor is behind the filter`() {
    let menu = view("One", "Two", title: "Numbers")
    #expect(menu.cursorPosition == Point(x: 2, y: 1))
    screen.press(KeyEvent(.down))
    #expect(menu.cursorPosition == Point(x: 2, y: 2))
    screen.type("tw")
    #expect(menu.cursorPosition == Point(x: 13, y: 0) && screen.style(11, 0) == Style(.text, on: .surface, .underline))
    #expect(
      screen.style(2, 0) == Style(.textDim, on: .surface, .bold)
        && screen.style(2, 1) == Style(.match, on: .selection, .bold))
    menu.frame.size.width = 4
    #expect(menu.cursorPosition == Point(x: 3, y: 0))
    menu.removeFromSuperview()
    let plain = view("One", "Two")
    screen.type("o")
    #expect(screen.lines[0] == "  o" && plain.cursorPosition == Point(x: 3, y: 0))
  }

  @Test func `a drag selects, a press chooses, the wheel moves`() {
    let menu = view("One", "Two", "Three", "Four", title: "Numbers", disabled: ["Three"], height: 4)
    var chosen: [String] = []
    menu.onChoose = { chosen.append($0.title) }
    func send(_ action: MouseEvent.Action, _ y: Int) { _ = menu.mouseEvent(MouseEvent(action, at: Point(x: 3, y: y))) }
    send(.drag, 2)
    #expect(menu.selected == 1 && chosen.isEmpty)
    send(.press, 3)
    send(.press, 0)
    #expect(menu.selected == 1 && chosen.isEmpty)
    send(.press, 1)
    #expect(chosen == ["One"] && menu.selected == 0)
    send(.scrollDown, 1)
    send(.scrollDown, 1)
    #expect(menu.selected == 3)
    send(.scrollUp, 1)
    #expect(menu.selected == 1)
    send(.press, 9)
    #expect(chosen == ["One"])
  }

  @Test func `only the left button selects and chooses`() {
    let menu = view("One", "Two", height: 2)
    var chosen: [String] = []
    menu.onChoose = { chosen.append($0.title) }
    let events: [(MouseEvent.Action, MouseEvent.Button)] = [
      (.press, .right), (.press, .middle), (.drag, .right), (.release, .right), (.release, .none),
    ]
    for (action, button) in events {
      #expect(menu.mouseEvent(MouseEvent(action, button, at: Point(x: 3, y: 1))))
      #expect(menu.selected == 0 && chosen.isEmpty, "\(action) \(button)")
    }
  }

  @Test func `items have their marks and colours`() {
    let menu = MenuView(
      title: "",
      items: [
        Menu.Item("On", key: .control("o"), isOn: true) {}, Menu.Item("Off", isEnabled: false) {}, .separator,
        Menu.Item("Del", key: .control("d"), role: .destructive) {},
      ])
    screen.add(menu)
    menu.becomeFirstResponder()
    #expect(screen.lines[0] == "▌ ✓ On                 ctrl-o")
    #expect(
      screen.style(0, 0) == Style(.accent, on: .selection) && screen.style(2, 0) == Style(.accent, on: .selection))
    #expect(
      screen.style(4, 0) == Style(.selectionText, on: .selection)
        && screen.style(28, 0) == Style(.selectionText, on: .selection))
    #expect(
      screen.style(4, 1) == Style(.textDim) && screen.style(4, 2) == Style(.border) && screen.lines[2].count == 30)
    #expect(
      screen.style(4, 3) == Style(.danger) && screen.style(28, 3) == Style(.textDim) && !menu.filters && !menu.takesText
    )
    #expect(!screen.press(KeyEvent(.character("x"))) && !menu.pasted("x"))
  }

  @Test func `a menu scrolls around the selected item`() {
    _ = view("0", "1", "2", "3", "4", "5", "6", "7", "8", height: 4)
    for (presses, first) in [(0, "▌ 0"), (2, "  0"), (1, "  1"), (4, "  5"), (1, "  5")] {
      for _ in 0..<presses { screen.press(KeyEvent(.down)) }
      #expect(screen.lines[0].prefix(3) == first)
    }
    #expect(screen.lines[3].hasPrefix("▌ 8"))
  }

  @Test func `a letter with Control or Alt is not part of a filter`() {
    let menu = view("Tabby", "Car")
    #expect(!screen.press(.control("c")) && !screen.press(.alt("c")))
    #expect(menu.filter.isEmpty && menu.items.count == 2)
  }
}
