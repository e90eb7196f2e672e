import TUIKit

/// Text: roles, attributes, truncation, and characters that terminals handle differently.
final class WordsPage: GalleryPage {
  init() { super.init("Words") }

  override func loadView() -> View {
    let scroll = WordsView()
    return scroll
  }
}

private final class WordsView: ScrollView {
  private let stack = StackView(.vertical)

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    stack.insets = Insets(top: 1, left: 2, right: 3)
    contentView.addSubview(stack)
    add("Roles", roles)
    add("Attributes", attributes)
    add("Too long for one line", Label(sentence))
    add("Wrapped at words", Label(sentence, numberOfLines: 0))
    add("In the middle, and at the end", Label("middle", alignment: .center))
    stack.addArrangedSubview(Label("end", alignment: .trailing))
    add("Hard names, each with a bar behind it", HardNames())
    add("A tree of words: a search has matched", Label(matched))
  }

  override var canBecomeFirstResponder: Bool { true }

  private func add(_ title: String, _ view: View) {
    if !stack.subviews.isEmpty { stack.addArrangedSubview(View(), sizing: .fixed(1)) }
    stack.addArrangedSubview(Label(title, role: .textDim))
    stack.addArrangedSubview(view)
  }

  private var roles: Label {
    let roles: [ColorRole] = [.text, .textDim, .accent, .danger, .warning, .ok, .chip, .match, .fresh]
    return Label(StyledText(runs: roles.map { StyledText.Run("\($0)  ", role: $0) }), numberOfLines: 0)
  }

  private var attributes: Label {
    let attributes: [(String, Style.Attributes)] = [
      ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("italic", .italic),
    ]
    let runs = attributes.flatMap { [StyledText.Run($0.0, attributes: $0.1), StyledText.Run("  ")] }
    return Label(StyledText(runs: runs), numberOfLines: 0)
  }

  private let sentence =
    "The Analytical Engine weaves algebraical patterns just as the Jacquard loom weaves flowers and leaves, and "
    + "it might act upon other things besides number."

  private var matched: StyledText {
    let text = "Augusta Ada King, Countess of Lovelace"
    return StyledText(text, highlighting: text.ranges(of: "Ada") + text.ranges(of: "Love"))
  }

  override func layoutSubviews() {
    let size = stack.sizeThatFits(Size(width: bounds.width, height: 10_000))
    contentHeight = size.height
    super.layoutSubviews()
    stack.frame = Rect(size: Size(width: bounds.width, height: max(size.height, bounds.height)))
  }

  override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down): scroll(by: 1)
    case KeyEvent(.up): scroll(by: -1)
    default: super.keyPressed(event)
    }
  }
}

/// Names of unusual width, and some with control characters, in columns.
private final class HardNames: View {
  private let names = [
    "山田 花子", "e\u{301}tude", "👩‍👩‍👧‍👦 family", "🇩🇪 flag", "❤️ heart", "👍🏽 thumb", "한글", "שלום",
    "नमस्ते", "zero\u{200B}width", "\u{1B}]0;owned\u{7}", "a\u{202E}b\tc\n",
  ]

  override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: (names.count + 1) / 2) }

  override func draw(in canvas: Canvas) {
    let style = Style(.text, on: background)
    for (index, name) in names.enumerated() {
      let place = Point(x: index % 2 * 28, y: index / 2)
      canvas.write(name, at: place, style: style, maxWidth: 20)
      canvas.write("│", at: Point(x: place.x + 20, y: place.y), style: style.foreground(.border))
    }
  }
}
