import Testing

@testable import TUIKit

@Suite @MainActor struct KeyCommandTests {
  private func hints(_ commands: [KeyCommand]) -> [String] { commands.filter(\.isHint).map(\.title) }
  private func movements(_ commands: [KeyCommand]) -> [String] { commands.filter { $0.role == .movement }.map(\.title) }

  @Test func `a command is a ready hint with its title as its sentence`() {
    var runs = 0
    let commands = [
      KeyCommand(KeyEvent(.up), KeyEvent(.down), title: "move") { runs += 1 },
      KeyCommand(keys: [KeyEvent(.up)], title: "move") { runs += 1 },
    ]
    for command in commands {
      #expect(
        command.isHint && command.isEnabled() && command.isReady() && command.detail == "move"
          && command.role == .standard)
      #expect(command.keywords.isEmpty && command.matches(KeyEvent(.up)) && !command.matches(KeyEvent(.up, .shift)))
      command.action()
    }
    #expect(runs == 2 && commands[0].matches(KeyEvent(.down)) && !commands[1].matches(KeyEvent(.down)))
  }

  @Test func `a table's commands say what they do`() {
    let stage = TableStage(rows: names(0..<3))
    let commands = stage.table.keyCommands
    #expect(
      commands.map { "\($0.title): \($0.detail)" } == [
        "down: The next row", "up: The previous row", "page down: One page down", "page up: One page up",
        "first: The first row",
        "last: The last row", "open: Open the selected row", "next section: The next section",
        "previous section: The beginning of this section, then the previous section", "move up: Move this row up",
        "move down: Move this row down", "drop: Drop this row where it was", "mark: Mark or unmark the selected row",
        "mark down: Mark this row and the next", "mark up: Mark this row and the previous one",
        "mark all: Mark all rows",
        "unmark: Clear all marks", "actions: Show the actions for this row",
      ])
    #expect(hints(commands) == ["mark", "unmark", "actions"])
    #expect(commands.map(\.keywords).filter { !$0.isEmpty } == [["select"], ["select all"], ["deselect"], ["menu"]])
    func enabled() -> [String] { stage.table.keyCommands.filter { $0.isEnabled() }.map(\.title) }
    let moves = ["down", "up", "page down", "page up", "first", "last"]
    #expect(enabled() == moves + ["open"])
    stage.table.allowsMultipleSelection = true
    stage.table.rowActions = [
      TableViewRowAction("Go", detail: "Go there", keywords: ["walk"], role: .destructive) { _ in }
    ]
    #expect(enabled() == moves + ["open", "mark", "mark down", "mark up", "mark all", "actions", "Go"])
    stage.press(" ")
    #expect(enabled().contains("unmark"))
    stage.table.unmarksOnEscape = false
    #expect(!enabled().contains("unmark"))
    let action = stage.table.keyCommands.last
    #expect(
      action?.detail == "Go there" && action?.keywords == ["walk"] && action?.role == .destructive
        && action?.isHint == false && action?.actsOnSelection == true)
    stage.sections = [[], []]
    stage.table.reloadData()
    #expect(enabled() == moves + ["next section", "previous section"])
    #expect(stage.table.keyCommands.last?.title == "Go")
  }

  @Test func `a row action runs for the selected row`() {
    let stage = TableStage(rows: names(0..<3))
    var rows: [Int] = []
    stage.table.rowActions = [TableViewRowAction("Go", isEnabled: { $0.row == 1 }, handler: { rows.append($0.row) })]
    let command = stage.table.keyCommands.last
    #expect(command?.detail == "Go" && command?.role == .standard && command?.keys.isEmpty == true)
    #expect(command?.isEnabled() == false && command?.isReady() == true)
    command?.action()
    #expect(rows == [])
    stage.press(.down)
    #expect(command?.isEnabled() == true && command?.isReady() == true)
    command?.action()
    #expect(rows == [1])
    stage.press(.down)
    command?.action()
    #expect(command?.isEnabled() == false && rows == [1])
  }

  @Test func `the palette runs the row's own action`() throws {
    let stage = TableStage(width: 60, height: 12)
    stage.sections = [["a"], ["b"]]
    stage.table.reloadData()
    stage.settle()
    var runs: [String] = []
    stage.table.rowActions = (0..<2).map { section in
      TableViewRowAction(
        "Vanish", isEnabled: { $0.section == section }, handler: { runs.append("\(section) for \($0.section)") })
    }
    stage.press(.down)
    let root = try #require(stage.window.rootViewController)
    CommandPalette.present(from: root)
    stage.settle()
    for character in "vanish" { stage.press(character) }
    stage.press(.enter)
    #expect(runs == ["1 for 1"])
  }

  @Test func `only the keys that need it are hints`() {
    let screen = ControlsFixture(width: 60, height: 20)
    screen.clock.isMotionEnabled = false
    let window = screen.window
    #expect(hints(window.keyCommands).isEmpty && movements(window.keyCommands) == ["next", "previous"])
    #expect(
      window.keyCommands.map(\.detail) == ["Next field", "Previous field"] && window.keyCommandsTitle == "Everywhere")
    let palette = CommandPalette(window: window)
    #expect(hints(palette.keyCommands) == ["choose", "close"] && movements(palette.keyCommands) == ["up", "down"])
    #expect(palette.dismissesOnOutsideClick && palette.title == "Commands")
    let help = HelpViewController(window: window)
    #expect(
      hints(help.keyCommands) == ["close"] && help.keyCommands.count == 7 && help.dismissesOnOutsideClick
        && help.title == "Keys")
    let alert = Alert(title: "?", buttons: [.init("One"), .cancel()])
    #expect(hints(alert.keyCommands) == ["choose", "cancel"] && !alert.dismissesOnOutsideClick)
    let menu = Menu(
      title: "Menu",
      items: [Menu.Item("One", key: .control("o")) {}, Menu.Item("Two", key: .control("t"), isEnabled: false) {}])
    #expect(
      hints(menu.keyCommands) == ["choose", "close"]
        && menu.keyCommands.map { $0.isEnabled() } == [true, false, true, true])
    #expect(menu.keyCommands[2].keys == [KeyEvent(.enter), KeyEvent(.character(" "))] && menu.dismissesOnOutsideClick)
    #expect(Menu(items: [Menu.Item("One") {}]).keyCommands[0].keys == [KeyEvent(.enter)])
    let item = Menu.Item("One") {}
    #expect(
      item.isEnabled && !item.isOn && item.role == .standard && item.canBeChosen && !Menu.Item.separator.canBeChosen)
    #expect(hints(TabController(viewControllers: [ViewController(), ViewController()]).keyCommands).isEmpty)
    let split = SplitViewController(primary: ViewController(), secondary: ViewController())
    #expect(hints(split.keyCommands) == ["back"] && split.keyCommands[0].detail == "Back to the list")
    let navigation = NavigationController(rootViewController: ViewController())
    #expect(hints(navigation.keyCommands) == ["back"] && navigation.keyCommands[0].detail == "Go back")
    #expect(!navigation.keyCommands[0].isEnabled() && hints(TextView().keyCommands).isEmpty)
  }

  @Test func `help scrolls with its keys`() {
    let screen = ControlsFixture(width: 60, height: 12)
    screen.clock.isMotionEnabled = false
    screen.window.commands = (10..<60).map {
      KeyCommand(.alt(Character(Unicode.Scalar(UInt8($0 + 50)))), title: "c\($0)", detail: "Command \($0)") {}
    }
    HelpViewController.present(from: screen.root)
    _ = screen.lines
    func first() -> String {
      screen.lines.first { $0.contains("Command") }?.withoutOuterBlanks.suffix(10).description ?? ""
    }
    #expect(first().contains("Command 10"))
    screen.press(KeyEvent(.down))
    screen.press(KeyEvent(.down))
    #expect(first().contains("Command 11"))
    screen.press(KeyEvent(.up))
    #expect(first().contains("Command 10"))
    screen.press(KeyEvent(.pageDown))
    let page = first()
    #expect(!page.contains("Command 10"))
    screen.press(KeyEvent(.pageDown), KeyEvent(.pageUp))
    #expect(first() == page)
    screen.press(KeyEvent(.end))
    #expect(screen.text.contains("Previous field"))
    screen.press(KeyEvent(.home))
    #expect(first().contains("Command 10"))
  }
}
