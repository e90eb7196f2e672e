import TUIKit

/// A sheet that lists what was not understood in a file that was imported.
final class ProblemListViewController: ViewController {
  private let text: ScrolledText

  /// - Parameters:
  ///   - title: Names the file.
  ///   - problems: A sentence for each, with its line.
  init(title: String, problems: [String]) {
    text = ScrolledText(problems.joined(separator: "\n"))
    super.init()
    self.title = title
    preferredContentSize = Size(width: 76, height: min(20, 2 + problems.count * 2))
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(text, sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { text }

  override var keyCommandsTitle: String { "The list" }

  override var keyCommands: [KeyCommand] {
    func scroll(_ key: KeyEvent, _ title: String, by lines: Int) -> KeyCommand {
      KeyCommand(key, title: title, isHint: false) { [weak self] in self?.text.scroll(by: lines) }
    }
    return [
      scroll(KeyEvent(.up), "up", by: -1),
      scroll(KeyEvent(.down), "down", by: 1),
      KeyCommand(KeyEvent(.escape), KeyEvent(.enter), title: "close", detail: "Close the list") { [weak self] in
        self?.dismiss()
      },
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

  override func layoutSubviews() {
    // The last column is the scroll mark's.
    let width = max(1, bounds.width - 2)
    contentHeight = label.sizeThatFits(Size(width: width, height: 1_000_000)).height
    label.frame = Rect(x: 0, y: 0, width: width, height: contentHeight)
    super.layoutSubviews()
  }
}
