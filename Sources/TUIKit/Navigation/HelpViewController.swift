/// A sheet that lists every key of the screen beneath, from the key commands.
///
/// Typing narrows it to the keys and groups that contain the typed words. Esc and `?` close it; the cursor keys, PgUp,
/// PgDn, Home and End scroll.
@MainActor
public final class HelpViewController: ViewController {
  /// The commands of a responder, or of several that share a title.
  struct Group {
    var title: String
    var commands: [(keys: String, words: String)]
  }

  let groups: [Group]
  private let list: HelpView
  private let field = TextField(placeholder: "type to find a key")

  /// Creates a help view controller.
  ///
  /// - Parameter window: The window with the keys, before the help is presented.
  /// - Complexity: O(*n*), where *n* is the number of commands in the window's responder chain.
  public init(window: Window) {
    groups = Self.groups(of: window.responderChain)
    list = HelpView(groups: groups)
    super.init()
    title = "Keys"
  }

  /// Presents the help for the screen of `controller`.
  ///
  /// - Returns: Whether the help is on the screen.
  @discardableResult
  public static func present(from controller: ViewController) -> Bool {
    guard let window = controller.window else { return false }
    return controller.present(HelpViewController(window: window))
  }

  /// The screen's commands precede those of the focused field.
  ///
  /// A responder without a title shares that of the next one. A key that a nearer responder handles is not repeated.
  static func groups(of chain: [Responder]) -> [Group] {
    var groups: [(isView: Bool, group: Group)] = []
    var waiting: [(keys: String, words: String)] = []
    var taken: Set<KeyEvent> = []
    var isText = false
    for responder in chain {
      for command in responder.keyCommands where command.isEnabled() {
        let keys = command.keys.filter { !taken.contains($0) && !(isText && $0.isPlainCharacter) }
        taken.formUnion(keys)
        if !keys.isEmpty { waiting.append((keys.map(\.name).joined(separator: "  "), command.detail)) }
      }
      if responder.takesText { isText = true }
      let title = responder.keyCommandsTitle
      guard !waiting.isEmpty, !title.isEmpty else { continue }
      groups.append((responder is View, Group(title: title, commands: waiting)))
      waiting = []
    }
    if !waiting.isEmpty { groups.append((false, Group(title: "", commands: waiting))) }
    return (groups.filter { !$0.isView } + groups.filter(\.isView)).map(\.group)
  }

  public override func loadView() -> View { StackView(field: field, above: list) }

  public override func viewDidLoad() {
    field.releasedKeys = Set(keyCommands.flatMap(\.keys))
    field.addAction(for: .editingChanged) { [weak self] in
      guard let self else { return }
      list.groups = groups.compactMap { $0.filtered(by: self.field.text) }
    }
  }

  public override var preferredFirstResponder: Responder? { field }

  public override func contentSizeThatFits(_ size: Size) -> Size {
    let lines = HelpView(groups: groups).contentSize(inWidth: size.width)
    return Size(width: lines.width, height: lines.height + 2)
  }

  public override var dismissesOnOutsideClick: Bool { true }

  public override var keyCommands: [KeyCommand] {
    func scroll(_ key: KeyEvent, title: String, by lines: @escaping @MainActor (HelpView) -> Int) -> KeyCommand {
      KeyCommand(key, title: title, isHint: false) { [weak self] in
        if let list = self?.list { list.scroll(by: lines(list)) }
      }
    }
    return [
      scroll(KeyEvent(.up), title: "up") { _ in -1 },
      scroll(KeyEvent(.down), title: "down") { _ in 1 },
      scroll(KeyEvent(.pageUp), title: "page up") { -max(1, $0.bounds.height - 1) },
      scroll(KeyEvent(.pageDown), title: "page down") { max(1, $0.bounds.height - 1) },
      scroll(KeyEvent(.home), title: "to the top") { _ in -100_000 },
      scroll(KeyEvent(.end), title: "to the end") { _ in 100_000 },
      KeyCommand(KeyEvent(.escape), KeyEvent(.character("?")), title: "close") { [weak self] in self?.dismiss() },
    ]
  }
}

extension HelpViewController.Group {
  /// The commands that have all words of a text, or `nil` if none has.
  ///
  /// A word of the title is one of each command.
  fileprivate func filtered(by text: String) -> Self? {
    let words = text.lowercased().split(separator: " ")
    let rest = words.filter { !title.lowercased().contains($0) }
    let found = commands.filter { command in
      rest.allSatisfy { command.keys.lowercased().contains($0) || command.words.lowercased().contains($0) }
    }
    return found.isEmpty ? nil : Self(title: title, commands: found)
  }
}

/// The lines of the help, in two columns: keys and what they do.
///
/// Text wider than its column is wrapped.
final class HelpView: ScrollView {
  private enum Line {
    case title(String)
    case command(keys: String, words: String)
    case note(String)
  }

  /// The shown groups.
  var groups: [HelpViewController.Group] {
    didSet {
      laidOut = nil
      contentOffset = 0
      setNeedsLayout()
      contentView.subviews.first?.setNeedsDisplay()
    }
  }
  private let keysWidth: Int
  private var laidOut: (width: Int, lines: [Line])?

  /// The columns between the two, and those after them, of which one is the scroll mark's.
  private static let gap = 3
  private static let margin = 2

  init(groups: [HelpViewController.Group]) {
    self.groups = groups
    keysWidth = min(groups.lazy.flatMap(\.commands).map { $0.keys.displayWidth }.max() ?? 0, 30)
    super.init()
    contentView.addSubview(HelpLines(self))
  }

  /// The size of all lines where there are `width` columns.
  func contentSize(inWidth width: Int) -> Size {
    let words = groups.flatMap { group in
      [group.title.displayWidth] + group.commands.map { keysWidth + Self.gap + $0.words.displayWidth }
    }
    let size = min((words.max() ?? 0) + Self.margin, max(width, 1))
    return Size(width: size, height: lines(inWidth: size).count)
  }

  /// The lines at a width, which are kept.
  private func lines(inWidth width: Int) -> [Line] {
    if let laidOut, laidOut.width == width { return laidOut.lines }
    let wordsWidth = max(12, width - keysWidth - Self.gap - Self.margin)
    var lines: [Line] = groups.isEmpty ? [.note("No key matches")] : []
    for group in groups {
      if !lines.isEmpty { lines.append(.title("")) }
      if !group.title.isEmpty { lines.append(.title(group.title)) }
      for command in group.commands {
        let (keys, words) = (command.keys.wrapped(toWidth: keysWidth), command.words.wrapped(toWidth: wordsWidth))
        for index in 0..<max(keys.count, words.count) {
          lines.append(.command(keys: keys.dropFirst(index).first ?? "", words: words.dropFirst(index).first ?? ""))
        }
      }
    }
    laidOut = (width, lines)
    return lines
  }

  override func layoutSubviews() {
    contentHeight = lines(inWidth: bounds.width).count
    super.layoutSubviews()
    contentView.subviews.first?.frame = contentView.bounds
  }

  /// Draws the visible lines only.
  private final class HelpLines: View {
    private unowned let help: HelpView

    init(_ help: HelpView) {
      self.help = help
      super.init()
    }

    override func draw(in canvas: Canvas) {
      let style = Style(.text, on: background)
      let lines = help.lines(inWidth: bounds.width)
      for y in help.contentOffset..<max(help.contentOffset, min(lines.count, help.contentOffset + help.bounds.height)) {
        switch lines[y] {
        case .title(let title):
          canvas.write(title, at: Point(x: 0, y: y), style: style.adding(.bold))
        case .command(let keys, let words):
          canvas.write(keys, at: Point(x: 0, y: y), style: style.foreground(.accent), maxWidth: help.keysWidth)
          let start = help.keysWidth + HelpView.gap
          canvas.write(
            words, at: Point(x: start, y: y), style: style, maxWidth: bounds.width - start - HelpView.margin)
        case .note(let text):
          canvas.write(text, at: Point(x: 0, y: y), style: style.foreground(.textDim))
        }
      }
    }
  }
}
