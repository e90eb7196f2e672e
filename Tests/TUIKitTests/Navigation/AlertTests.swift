import TUIKit
import Testing

@Suite @MainActor struct AlertTests {
  let screen = ControlsFixture(width: 60, height: 14)

  final class Answers { var list: [String] = [] }
  let answers = Answers()

  init() {
    screen.clock.isMotionEnabled = false
    let field = TextField("beneath")
    screen.add(field, Rect(x: 0, y: 0, width: 10, height: 1))
    field.becomeFirstResponder()
    let answers = answers
    Alert(
      title: "Throw the changes away?", message: "Ada Lovelace is not saved.",
      buttons: [
        .destructive("Throw away", key: KeyEvent(.character("t"))) { answers.list.append("thrown") },
        .cancel("Keep editing") { answers.list.append("kept") },
      ]
    ).present(from: screen.root)
  }

  var isPresented: Bool { screen.window.topViewController is Alert }

  @Test func `it shows text and buttons, the harmless one focused`() {
    let lines = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }
    #expect(
      lines == ["beneath", "Throw the changes away?", "Ada Lovelace is not saved.", "Throw away   ▌Keep editing"])
  }

  @Test func `hints begin with a small letter`() {
    let titles = screen.window.topViewController?.keyCommands.map(\.title) ?? []
    #expect(titles.contains("keep editing") && titles.contains("throw away"))
  }

  @Test func `Enter gives the answer that has the focus`() {
    screen.press(KeyEvent(.enter))
    #expect(answers.list == ["kept"])
    #expect(!isPresented)
  }

  @Test func `Esc cancels`() {
    screen.press(KeyEvent(.escape))
    #expect(answers.list == ["kept"])
    #expect(!isPresented)
  }

  @Test func `the cursor keys move round the buttons`() {
    screen.press(KeyEvent(.left), KeyEvent(.enter))
    #expect(answers.list == ["thrown"])
  }

  @Test func `a letter answers at once, others do nothing`() {
    screen.press(KeyEvent(.character("x")))
    #expect(isPresented && answers.list.isEmpty)
    screen.press(KeyEvent(.character("t")))
    #expect(answers.list == ["thrown"])
    #expect(!isPresented)
  }

  @Test func `without answers it has a button to agree`() {
    screen.press(KeyEvent(.escape))
    Alert(title: "Done").present(from: screen.root)
    #expect(screen.text.contains("▌OK"))
    screen.press(KeyEvent(.enter))
    #expect(!isPresented)
  }

  @Test func `an alert that is not presented is answered, too`() {
    let answers = answers
    screen.window.rootViewController = Alert(
      title: "Continue?", buttons: [.cancel("Stop") { answers.list.append("stopped") }])
    screen.press(KeyEvent(.escape))
    #expect(answers.list == ["stopped"])
  }

  private func present(_ alert: Alert, width: Int) -> ControlsFixture {
    let screen = ControlsFixture(width: width, height: 24)
    screen.clock.isMotionEnabled = false
    alert.present(from: screen.root)
    _ = screen.lines
    return screen
  }

  @Test func `a short text has sixty columns`() {
    let alert = Alert(title: "Sure?")
    _ = present(alert, width: 100)
    #expect(alert.view.frame.size == Size(width: 60, height: 3))
  }

  @Test(arguments: [100, 70, 60, 40]) func `long texts are whole, in at most sixty columns`(width: Int) {
    let words = (1...30).map { "word\($0)" }
    let alert = Alert(title: words.prefix(10).joined(separator: " "), message: words.joined(separator: " "))
    let shown = present(alert, width: width).lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(shown.filter { $0.hasPrefix("word") } == words.prefix(10) + words && shown.contains("▌OK"))
    #expect(alert.view.frame.size.width <= min(60, width))
  }

  @Test func `answers that do not fit beside each other are below each other`() {
    let narrow = ControlsFixture(width: 40, height: 12)
    narrow.clock.isMotionEnabled = false
    Alert(
      title: "Undo it?", message: "It can be undone for this person only, or for everyone.",
      buttons: [.cancel("Keep the change"), Alert.Button("Only here"), .destructive("For all 12 people") {}]
    ).present(from: narrow.root)
    #expect(
      narrow.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty } == [
        "Undo it?", "It can be undone for this", "person only, or for everyone.", "▌Keep the change", "Only here",
        "For all 12 people",
      ])
  }

  @Test func `a text that fills a small window has no margins`() {
    let small = ControlsFixture(width: 40, height: 10)
    small.clock.isMotionEnabled = false
    let words = (1...42).map { "word\($0 % 10)" }.joined(separator: " ")
    Alert(title: "Sure?", message: words).present(from: small.root)
    // 42 words of 5 letters are in 7 lines of 38 columns.
    #expect(small.lines.joined(separator: " ").split(separator: " ").count { $0.hasPrefix("word") } == 42)
    #expect(small.lines.contains { $0.contains("OK") })
  }
}
