import TUIKit
import Testing

@Suite @MainActor struct LabelTests {
  let screen = ControlsFixture(width: 12, height: 4)

  @Test func `one line is cut with an ellipsis`() {
    screen.add(Label("Ada Lovelace, Countess"), Rect(x: 1, y: 0, width: 10, height: 1))
    #expect(screen.text == " Ada Lovel…")
  }

  @Test func `text is aligned left, centred or right`() {
    screen.add(Label("Ada"), Rect(x: 0, y: 0, width: 9, height: 1))
    screen.add(Label("Ada", alignment: .center), Rect(x: 0, y: 1, width: 9, height: 1))
    screen.add(Label("日本", alignment: .trailing), Rect(x: 0, y: 2, width: 9, height: 1))
    #expect(screen.text == "Ada\n   Ada\n     日本")
  }

  @Test func `lines break at words, and the last one is cut`() {
    let label = Label("one two three four five", numberOfLines: 0)
    #expect(label.sizeThatFits(Size(width: 9, height: 99)) == Size(width: 9, height: 3))
    screen.add(label, Rect(x: 0, y: 0, width: 9, height: 4))
    #expect(screen.text == "one two\nthree\nfour five")
    label.numberOfLines = 2
    #expect(screen.text == "one two\nthree fo…")
  }

  @Test func `a word wider than the line is broken, newlines are kept`() {
    screen.add(Label("abcdefgh\n\nij", numberOfLines: 0), Rect(x: 0, y: 0, width: 6, height: 4))
    #expect(screen.text == "abcdef\ngh\n\nij")
  }

  @Test func `runs keep their styles across lines and cuts`() {
    let name = "Ada Lovelace"
    let label = Label(StyledText(name, highlighting: name.firstRange(of: "Love").map { [$0] } ?? []))
    screen.add(label, Rect(x: 0, y: 0, width: 7, height: 1))
    #expect(screen.text == "Ada Lo…")
    #expect(screen.style(4, 0).attributes.contains(.bold))
    #expect(screen.style(4, 0).foreground == .match)
    #expect(!screen.style(0, 0).attributes.contains(.bold))
    label.numberOfLines = 0
    label.frame = Rect(x: 0, y: 0, width: 9, height: 2)
    #expect(screen.text == "Ada\nLovelace")
    #expect(screen.style(0, 1).foreground == .match)
    #expect(screen.style(4, 1).foreground == .text)
  }

  @Test func `an ellipsis is also drawn between two runs`() {
    screen.add(Label(StyledText(runs: [.init("abcd"), .init("efg")])), Rect(x: 0, y: 0, width: 4, height: 1))
    #expect(screen.text == "abc…")
  }

  @Test func `only a text of another width is laid out again`() {
    let stack = StackView(.horizontal, spacing: 1)
    let label = Label("ab")
    stack.addArrangedSubview(label)
    stack.addArrangedSubview(Label("|"))
    screen.add(stack)
    #expect(screen.lines[0] == "ab |")
    label.text = "abcd"
    #expect(screen.lines[0] == "abcd |")
    label.text = "wxyz"
    #expect(screen.lines[0] == "wxyz |")
  }

  @Test func `its background is that of its superview`() {
    let label = Label("x")
    screen.root.view.backgroundRole = .surfaceRaised
    screen.add(label, Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(screen.style(0, 0).background == .surfaceRaised)
  }
}
