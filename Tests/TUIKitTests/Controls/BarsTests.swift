import TUIKit
import Testing

@Suite @MainActor struct BarsTests {
  let screen = ControlsFixture(width: 40, height: 3)

  @Test func `a title has details at the right`() {
    let bar = TitleBar("Peoplebook", detail: "family.db  ·  2 here")
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    #expect(screen.lines[0] == " Peoplebook        family.db  ·  2 here")
    bar.accessory = Label("/ada")
    #expect(screen.lines[0] == " Peoplebook  /ada")
    bar.frame = Rect(x: 0, y: 0, width: 24, height: 1)
    bar.accessory = nil
    #expect(screen.lines[0] == " Peoplebook")
  }

  @Test func `a detail that is too long is cut, its longest run first`() {
    let bar = TitleBar("Edit", detail: StyledText(String(repeating: "Ada ", count: 2_500)) + StyledText(" •"))
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    #expect(screen.lines[0] == " Edit  Ada Ada Ada Ada Ada Ada Ada …  •")
    bar.frame = Rect(x: 0, y: 0, width: 20, height: 1)
    #expect(screen.lines[0] == " Edit  Ada Ada …  •")
    bar.frame = Rect(x: 0, y: 0, width: 18, height: 1)
    #expect(screen.lines[0] == " Edit")
  }

  @Test func `a message disappears after four seconds`() {
    let bar = StatusBar()
    bar.position = "2 of 1,204"
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    screen.scheduler.run()
    bar.show("Removed Bill · u undoes")
    #expect(screen.lines[0] == " 2 of 1,204     Removed Bill · u undoes")
    screen.scheduler.advance(by: .milliseconds(3_999))
    #expect(screen.lines[0].contains("Removed"))
    screen.scheduler.advance(by: .milliseconds(1))
    #expect(screen.lines[0] == " 2 of 1,204")
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
  }

  @Test func `a newer message gets its own four seconds`() {
    let bar = StatusBar()
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    bar.show("one")
    screen.scheduler.advance(by: .seconds(3))
    bar.show("two")
    screen.scheduler.advance(by: .seconds(3))
    #expect(bar.message.plain == "two")
  }

  @Test func `an error is shown until a key`() {
    let bar = StatusBar()
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    bar.showError("The disk is full")
    screen.scheduler.advance(by: .seconds(60))
    #expect(screen.lines[0] == String(repeating: " ", count: 23) + "The disk is full")
    #expect(screen.style(25, 0).foreground == .danger)
    screen.press(KeyEvent(.down))
    #expect(screen.lines[0].isEmpty)
  }

  @Test func `an error from before the bar is on screen stays, too`() {
    let bar = StatusBar()
    bar.showError("The disk is full")
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    screen.scheduler.advance(by: .seconds(60))
    #expect(screen.lines[0].hasSuffix("The disk is full"))
  }

  @Test func `a long message replaces the position`() {
    let bar = StatusBar()
    bar.position = "2 of 1,204"
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    bar.show("a message that is long")
    #expect(screen.lines[0] == " a message that is…")
  }

  @Test func `a message that is wider than the line takes more lines`() {
    let bar = StatusBar()
    bar.position = "2 of 1,204"
    let list = Label("", numberOfLines: 0)
    let stack = StackView(.vertical)
    stack.addArrangedSubview(list, sizing: .fill)
    stack.addArrangedSubview(bar)
    screen.add(stack, Rect(x: 0, y: 0, width: 20, height: 3))
    list.text = "Ada"
    #expect(screen.lines == ["Ada", "", " 2 of 1,204"])
    bar.show("two lines of a message")
    #expect(screen.lines == ["Ada", " two lines of a", " message"])
    screen.scheduler.advance(by: .seconds(4))
    #expect(screen.lines == ["Ada", "", " 2 of 1,204"])
  }

  @Test func `a condition is shown above the position until it ends`() {
    let bar = StatusBar()
    bar.position = "2 of 1,204"
    bar.condition = "The file has gone: open it again."
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 3))
    #expect(bar.sizeThatFits(Size(width: 20, height: 9)).height == 3)
    #expect(screen.lines == [" The file has gone:", " open it again.", " 2 of 1,204"])
    #expect(screen.style(2, 0).foreground == .danger)
    screen.press(KeyEvent(.down))
    bar.show("Nothing changed")
    #expect(screen.lines == [" The file has gone:", " open it again.", "    Nothing changed"])
    bar.condition = ""
    #expect(bar.sizeThatFits(Size(width: 20, height: 9)).height == 1)
  }

  final class Keys: ViewController {
    var canSave = false
    override var keyCommands: [KeyCommand] {
      [
        KeyCommand(.control("s"), title: "save", isReady: { [unowned self] in canSave }) {},
        KeyCommand(KeyEvent(.escape), title: "cancel") {},
        KeyCommand(KeyEvent(.character("a")), title: "add") {},
        KeyCommand(KeyEvent(.up), title: "up", isHint: false) {},
        KeyCommand(KeyEvent(.character("q")), KeyEvent(.escape), title: "quit") {},
      ]
    }
  }

  @Test func `the hint of a key that waits for visible work is dim`() {
    final class Busy: ViewController {
      override var keyCommands: [KeyCommand] {
        [KeyCommand(KeyEvent(.escape), title: "stop") {}, KeyCommand(KeyEvent(.character("a")), title: "add") {}]
      }
      override func holdExemption(of event: KeyEvent) -> HoldExemption? { event == KeyEvent(.escape) ? .stop : nil }
    }
    let controller = Busy()
    screen.window.rootViewController = controller
    let bar = HintBar()
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    controller.view.addSubview(bar)
    let hold = screen.window.holdInput()
    #expect(screen.lines[2] == " esc stop  a add")
    #expect(screen.style(11, 2).foreground == .accent)
    hold.isVisible = true
    screen.scheduler.run()
    #expect(screen.style(11, 2).foreground == .textDim && screen.style(1, 2).foreground == .accent)
    hold.release()
    screen.scheduler.run()
    #expect(screen.style(11, 2).foreground == .accent)
  }

  @Test func `a hint names a key that runs the command`() {
    final class Busy: ViewController {
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "stop") {},
          KeyCommand(KeyEvent(.escape), KeyEvent(.character("q")), title: "back") {},
        ]
      }
      override func holdExemption(of event: KeyEvent) -> HoldExemption? { event == KeyEvent(.escape) ? .stop : nil }
    }
    final class Card: View {
      override var canBecomeFirstResponder: Bool { true }
      override var keyCommands: [KeyCommand] { [KeyCommand(KeyEvent(.escape), title: "list") {}] }
    }
    let (controller, card, bar) = (Busy(), Card(), HintBar())
    screen.window.rootViewController = controller
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    controller.view.addSubview(bar)
    #expect(screen.lines[2] == " esc stop  q back")
    controller.view.addSubview(card)
    card.becomeFirstResponder()
    #expect(screen.lines[2] == " ctrl-c stop  q back  esc list")
    let hold = screen.window.holdInput()
    hold.isVisible = true
    screen.scheduler.run()
    #expect(screen.lines[2] == " esc stop  q back")
    hold.release()
  }

  @Test func `a click on a hint presses its key`() {
    final class Clicked: ViewController {
      var log: [String] = []
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.character("a")), title: "add") { [unowned self] in log.append("add") },
          KeyCommand(KeyEvent(.character("q")), title: "quit") { [unowned self] in log.append("quit") },
        ]
      }
    }
    let keys = Clicked()
    screen.window.rootViewController = keys
    let bar = HintBar(trailing: KeyEvent(.character("q")))
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    keys.view.addSubview(bar)
    #expect(screen.lines[2] == " a add                           q quit")
    for x in [0, 2, 20, 37] { screen.click(x, 2) }
    #expect(keys.log == ["add", "quit"])
  }

  @Test func `a sheet shows its own hints, in colour`() {
    let root = ViewController()
    screen.window.rootViewController = root
    screen.clock.isMotionEnabled = false
    let bar = HintBar()
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    root.view.addSubview(bar)
    let keys = Keys()
    root.present(keys)
    keys.preferredContentSize = Size(width: 4, height: 1)
    let line = screen.lines[2]
    let start = line.firstRange(of: "a add")?.lowerBound ?? line.endIndex
    let x = line.distance(from: line.startIndex, to: start)
    #expect(line.contains("a add"))
    #expect(screen.style(x, 2).foreground == .accent)
  }

  @Test func `a click on a part of the title reports that part`() {
    let title = StyledText("Book") + StyledText("   ") + StyledText(" “ada” ", role: .chip)
    let bar = TitleBar(title)
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    var clicked: [String] = []
    bar.onClick = { clicked.append($0.text) }
    for x in [0, 1, 4, 8, 14, 15, 30] { screen.click(x, 0) }
    #expect(clicked == ["Book", "Book", " “ada” ", " “ada” "])
  }

  @Test func `hints show the current keys, with the way out at the right`() {
    let keys = Keys()
    screen.window.rootViewController = keys
    let bar = HintBar(trailing: KeyEvent(.character("q")))
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    keys.view.addSubview(bar)
    #expect(screen.lines[2] == " ctrl-s save  esc cancel  a add  q quit")
    #expect(screen.style(1, 2).foreground == .textDim)
    #expect(screen.style(14, 2).foreground == .accent)
    keys.canSave = true
    #expect(screen.style(1, 2).foreground == .accent)
    bar.frame = Rect(x: 0, y: 2, width: 30, height: 1)
    #expect(screen.lines[2] == " ctrl-s save           q quit")
    let other = HintBar(trailing: .control("s"), KeyEvent(.character("q")))
    other.frame = Rect(x: 0, y: 1, width: 40, height: 1)
    keys.view.addSubview(other)
    #expect(screen.lines[1] == " esc cancel  a add  ctrl-s save  q quit")
    other.removeFromSuperview()
    bar.frame = Rect(x: 0, y: 2, width: 5, height: 1)
    #expect(screen.lines[2].isEmpty)
  }

  @Test func `the first frame shows the hints already`() {
    let keys = Keys()
    screen.window.rootViewController = keys
    let bar = HintBar(trailing: KeyEvent(.character("q")))
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    keys.view.addSubview(bar)
    screen.window.draw(into: screen.surface)
    #expect(screen.surface.line(2) == " ctrl-s save  esc cancel  a add  q quit")
  }

  @Test func `in a text field, letters are not commands`() {
    let keys = Keys()
    screen.window.rootViewController = keys
    let bar = HintBar(trailing: KeyEvent(.character("q")))
    bar.frame = Rect(x: 0, y: 2, width: 40, height: 1)
    let field = TextField()
    field.frame = Rect(x: 0, y: 0, width: 9, height: 1)
    keys.view.addSubview(bar)
    keys.view.addSubview(field)
    field.becomeFirstResponder()
    #expect(screen.lines[2] == " ctrl-s save  esc cancel")
  }

  @Test(arguments: [
    (KeyEvent(.character("s"), .control), "ctrl-s"), (KeyEvent(.escape), "esc"), (KeyEvent(.tab, .shift), "shift-tab"),
    (KeyEvent(.pageUp), "pgup"), (KeyEvent(.up), "↑"), (KeyEvent(.character(" ")), "space"),
    (KeyEvent(.character("?")), "?"), (KeyEvent(.function(5), [.alt, .control]), "ctrl-alt-f5"),
  ]) func `keys have names`(key: KeyEvent, name: String) {
    #expect(key.name == name)
  }

  @Test func `progress is a line that grows by half columns`() {
    let bar = ProgressBar(progress: 0)
    screen.add(bar, Rect(x: 0, y: 0, width: 15, height: 1))
    #expect(screen.lines[0] == "──────────   0%")
    bar.progress = 0.25
    #expect(screen.lines[0] == "━━╸───────  25%")
    bar.progress = 0.999
    #expect(screen.lines[0] == "━━━━━━━━━╸  99%")
    bar.progress = 7
    #expect(screen.lines[0] == "━━━━━━━━━━ 100%")
    bar.progress = .nan
    #expect(screen.lines[0] == "──────────   0%")
    bar.showsPercentage = false
    bar.progress = 1
    #expect(screen.lines[0] == String(repeating: "━", count: 15))
  }

  @Test func `a dot is filled while it is on`() {
    let dot = StatusDot()
    screen.add(dot, Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(screen.lines[0] == "○")
    dot.isOn = true
    #expect(screen.lines[0] == "●")
  }

  @Test func `a visible spinner turns, a hidden one schedules nothing`() {
    let spinner = Spinner(frame: Rect(x: 0, y: 0, width: 1, height: 1))
    screen.add(spinner, spinner.frame)
    screen.scheduler.run()
    #expect(screen.text.isEmpty)
    spinner.isAnimating = true
    screen.scheduler.advance(by: .milliseconds(20))
    let first = screen.text
    screen.scheduler.advance(by: .milliseconds(120))
    #expect(!first.isEmpty && screen.text != first)
    spinner.isHidden = true
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.scheduler.isIdle)
    spinner.isHidden = false
    screen.scheduler.advance(by: .milliseconds(120))
    #expect(!screen.scheduler.isIdle)
    screen.root.view.isHidden = true
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.scheduler.isIdle)
    screen.root.view.isHidden = false
    screen.scheduler.advance(by: .milliseconds(120))
    spinner.removeFromSuperview()
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.scheduler.isIdle)
  }
}
