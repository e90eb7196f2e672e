import TUIKit

/// A sheet with lines of text under a title.
///
/// It scrolls.
final class TextSheetViewController: ViewController {
  private let text: ScrolledText
  private let commands: [KeyCommand]

  /// - Parameters:
  ///   - title: What the lines are about.
  ///   - lines: The lines, wrapped where they are wider than the sheet.
  ///   - commands: Further commands, of which Enter is the first; without any, Enter closes the sheet.
  init(title: String, lines: [String], commands: [KeyCommand] = []) {
    self.commands = commands
    text = ScrolledText(lines.joined(separator: "\n"))
    super.init()
    self.title = title
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(text)
    return stack
  }

  override func contentSizeThatFits(_ size: Size) -> Size {
    view.sizeThatFits(Size(width: min(76, size.width), height: min(20, size.height)))
  }

  override var preferredFirstResponder: Responder? { text }

  override var dismissesOnOutsideClick: Bool { true }

  override var keyCommandsTitle: String { "The text" }

  override var keyCommands: [KeyCommand] {
    func scroll(_ key: KeyEvent, _ title: String, by lines: Int) -> KeyCommand {
      KeyCommand(key, title: title, isHint: false) { [weak self] in self?.text.scroll(by: lines) }
    }
    let closing = [KeyEvent(.escape)] + (commands.isEmpty ? [KeyEvent(.enter)] : [])
    return commands + [
      scroll(KeyEvent(.up), "up", by: -1),
      scroll(KeyEvent(.down), "down", by: 1),
      KeyCommand(keys: closing, title: "close", detail: "Close this") { [weak self] in self?.dismiss() },
      makeHelpCommand(),
    ]
  }
}

/// Text that is wrapped at the width of the view and scrolls.
private final class ScrolledText: ScrollView {
  private let label: Label

  init(_ text: String) {
    label = Label(text, numberOfLines: 0)
    super.init()
    contentView.addSubview(label)
  }

  override var canBecomeFirstResponder: Bool { true }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(textSize(inWidth: size.width).height, size.height))
  }

  override func layoutSubviews() {
    let size = textSize(inWidth: bounds.width)
    contentHeight = size.height
    label.frame = Rect(size: size)
    super.layoutSubviews()
  }

  private func textSize(inWidth width: Int) -> Size {
    // The last column is the scroll mark's.
    let width = max(1, width - 2)
    return Size(width: width, height: label.sizeThatFits(Size(width: width, height: 1_000_000)).height)
  }
}
