/// Every command of the screen beneath, found by typing a part of its words: a sheet with a field and a list.
///
/// Up and Down choose, Enter runs what is chosen after the palette has gone, Esc closes.
@MainActor
public final class CommandPalette: ViewController {
  private let commands: [KeyCommand]
  private let field = TextField("", placeholder: "What would you like to do?")
  private let list = PaletteList()
  private let room: Int

  /// - Parameter window: whose commands are listed, as they are now, before the palette is presented. What only edits text
  ///   is left out, since typing does it.
  public init(window: Window) {
    var commands: [KeyCommand] = []
    var seen: Set<String> = []
    for responder in window.responderChain where !responder.takesText {
      for command in responder.keyCommands where command.isEnabled() && seen.insert(command.detail).inserted {
        commands.append(command)
      }
    }
    // What the bottom line shows comes first, and otherwise what is nearest.
    self.commands = commands.filter(\.isHint) + commands.filter { !$0.isHint }
    room = window.size.width
    super.init()
    title = "Commands"
  }

  /// Presents the commands of what `controller` is in.
  @discardableResult
  public static func present(from controller: ViewController) -> Bool {
    guard let window = controller.window else { return false }
    return controller.present(CommandPalette(window: window))
  }

  public override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(list, sizing: .fill)
    return stack
  }

  public override func viewDidLoad() {
    field.addAction(for: .editingChanged) { [weak self] in self?.search() }
    field.addAction(for: .primaryAction) { [weak self] in self?.run() }
    list.onClick = { [weak self] in self?.run() }
    search()
  }

  public override var preferredContentSize: Size? {
    get {
      let widest = commands.map { $0.detail.displayWidth + 4 + ($0.keys.first?.name.displayWidth ?? 0) }.max() ?? 0
      return Size(width: min(max(widest + 2, 40), room), height: commands.count + 2)
    }
    set {}
  }

  public override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.up), .init(.character("p"), .control), title: "up", isHint: false) { [weak self] in
        self?.list.selected -= 1
      },
      KeyCommand(KeyEvent(.down), .init(.character("n"), .control), title: "down", isHint: false) { [weak self] in
        self?.list.selected += 1
      },
      KeyCommand(KeyEvent(.enter), title: "run") { [weak self] in self?.run() },
      KeyCommand(KeyEvent(.escape), title: "close") { [weak self] in self?.dismiss() },
    ]
  }

  /// Lists the commands whose words contain what is typed, letter by letter; the closest come first.
  private func search() {
    let pattern = field.text
    let found = commands.compactMap { command in
      FuzzyMatch(pattern, in: command.detail).map { (command, $0) }
    }
    let ranked = found.enumerated().sorted { left, right in
      (left.element.1.distance, left.offset) < (right.element.1.distance, right.offset)
    }
    list.items = ranked.map { _, item in
      PaletteList.Item(
        command: item.0, words: StyledText(item.0.detail, highlighting: item.1.ranges),
        key: item.0.keys.first?.name ?? "")
    }
    list.selected = 0
  }

  private func run() {
    guard list.items.indices.contains(list.selected) else { return }
    let command = list.items[list.selected].command
    dismiss()
    command.action()
  }
}

/// Where the letters of a pattern stand in a text, in their order; blanks in the pattern count for nothing.
struct FuzzyMatch {
  private(set) var ranges: [Range<String.Index>] = []
  /// How far from a whole word at the start of a word the match is: 0 is best.
  private(set) var distance = 0

  /// `nil` when the letters are not all there. Case does not matter.
  init?(_ pattern: String, in text: String) {
    let letters = pattern.lowercased().filter { !$0.isWhitespace }
    guard !letters.isEmpty else { return }
    let matches = text.indices.compactMap { Self.match(letters[...], in: text, from: $0) }
    guard let best = matches.min(by: { $0.distance < $1.distance }) else { return nil }
    ranges = best.ranges
    distance = best.distance
  }

  /// The match that begins at `start`, taking each letter at its first chance.
  private static func match(
    _ letters: Substring, in text: String, from start: String.Index
  ) -> (ranges: [Range<String.Index>], distance: Int)? {
    var letters = letters
    var ranges: [Range<String.Index>] = []
    let isWordStart = start == text.startIndex || !text[text.index(before: start)].isLetter
    var distance = isWordStart ? 0 : 5
    var index = start
    while let letter = letters.first {
      guard index < text.endIndex else { return nil }
      let next = text.index(after: index)
      if text[index].lowercased() == String(letter) {
        if let last = ranges.last, last.upperBound == index {
          ranges[ranges.count - 1] = last.lowerBound..<next
        } else {
          ranges.append(index..<next)
        }
        letters.removeFirst()
      } else if ranges.isEmpty {
        return nil
      } else {
        distance += 1
      }
      index = next
    }
    return (ranges, distance)
  }
}

/// The commands that were found, one of them chosen, each with its key at the right.
final class PaletteList: View {
  struct Item {
    var command: KeyCommand
    var words: StyledText
    var key: String
  }

  var items: [Item] = [] {
    didSet { setNeedsDisplay() }
  }

  /// Kept in the range that there is.
  var selected = 0 {
    didSet {
      let allowed = min(max(selected, 0), max(0, items.count - 1))
      if allowed != selected { selected = allowed }
      setNeedsDisplay()
    }
  }

  var onClick: () -> Void = {}

  /// The first item that is visible.
  private var top: Int { max(0, selected - max(0, bounds.height - 1)) }

  override func draw(in canvas: Canvas) {
    if items.isEmpty {
      canvas.write("No command matches", at: Point(x: 2, y: 0), style: Style(.textDim, on: background))
    }
    let top = top
    for y in 0..<max(0, min(bounds.height, items.count - top)) {
      let item = items[top + y]
      let isSelected = top + y == selected
      let style = isSelected ? Style(.selectionText, on: .selection) : Style(.text, on: background)
      if isSelected {
        canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: style)
        canvas.write("▌", at: Point(x: 0, y: y), style: style.foreground(.accent), truncates: false)
      }
      let keyWidth = item.key.displayWidth
      canvas.write(item.words, at: Point(x: 2, y: y), style: style, maxWidth: bounds.width - keyWidth - 5)
      canvas.write(
        item.key, at: Point(x: max(0, bounds.width - keyWidth - 1), y: y),
        style: isSelected ? style : style.foreground(.textDim), truncates: false)
    }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp: selected -= 1
    case .scrollDown: selected += 1
    case .press:
      let row = top + convertFromWindow(event.location).y
      guard items.indices.contains(row) else { return false }
      selected = row
      onClick()
    case .release, .drag: return false
    }
    return true
  }
}
