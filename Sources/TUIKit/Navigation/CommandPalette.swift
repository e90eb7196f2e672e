/// A sheet with a field and a list, to find the commands of the screen beneath by typing.
///
/// Up and Down select, Enter runs the selected command after the palette is dismissed, Esc dismisses it. A command that
/// is not ready is dim: its action reports the reason. The matches are ranked; of equal ones the last used command is
/// first. A destructive command is selected only when its title is typed: when it is the best match of
/// another text, no command is selected, and Enter selects it instead of running it.
@MainActor
public final class CommandPalette: ViewController {
  /// A target that the palette lists after the commands, such as a person or a file.
  public struct Suggestion {
    /// The title in the palette.
    public var title: String
    /// The kind of target, shown dim at the right.
    public var kind: String
    /// Runs after the palette is dismissed.
    public var action: @MainActor () -> Void

    /// Creates a suggestion.
    public init(_ title: String, kind: String, action: @escaping @MainActor () -> Void) {
      self.title = title
      self.kind = kind
      self.action = action
    }
  }

  private let commands: [KeyCommand]
  private let suggest: (@MainActor (String) async -> [Suggestion])?
  private let field = TextField("", placeholder: "What would you like to do?")
  private let list = PaletteList()
  private weak var source: Window?
  private var suggestions: [Suggestion] = []
  /// Ended, or `nil`, when the suggestions for the text are there.
  private var suggesting: Task<Void, Never>?
  private let mayRun: @MainActor (KeyCommand) -> Bool
  /// The hold of an Enter that waits for the first suggestion.
  private var waitingRun: InputHold?

  /// Creates a palette of the commands that work in a window at the moment.
  ///
  /// - Parameters:
  ///   - window: The window, before the palette is presented. Commands that edit text or move are left out.
  ///   - suggest: Returns what to list after the commands for the text that was typed.
  ///   - mayRun: Asked before a command that acts on the selection runs, after the palette is dismissed: what was
  ///     selected may have left the screen. What refuses says why.
  /// - Complexity: O(*m* *n* log *n*) for *n* commands, of which *m* were used.
  public init(
    window: Window, suggest: (@MainActor (String) async -> [Suggestion])? = nil,
    mayRun: @escaping @MainActor (KeyCommand) -> Bool = { _ in true }
  ) {
    let commands = Self.commands(of: window)
    let used = window.usedCommands
    // The last used commands are first, followed by those of the bottom line and then the nearest responder's.
    self.commands = commands.enumerated().sorted { left, right in
      func order(_ entry: (offset: Int, element: KeyCommand)) -> (Int, Int, Int) {
        (used.firstIndex(of: entry.element.title) ?? used.count, entry.element.isHint ? 0 : 1, entry.offset)
      }
      return order(left) < order(right)
    }.map(\.element)
    self.suggest = suggest
    self.mayRun = mayRun
    source = window
    super.init()
    title = "Commands"
  }

  isolated deinit {
    suggesting?.cancel()
  }

  private static func commands(of window: Window) -> [KeyCommand] {
    var taken: Set<KeyEvent> = []
    // A command whose keys all belong to nearer ones does not work at the moment.
    let all = window.responderChain.filter { !$0.takesText }.flatMap(\.keyCommands).filter { command in
      guard command.isEnabled() else { return false }
      let isReachable = command.keys.isEmpty || !taken.isSuperset(of: command.keys)
      taken.formUnion(command.keys)
      return isReachable && command.role != .movement
    }
    var titles: Set<String> = []
    // Of commands with the same title, the one with a key is listed.
    return (all.filter { !$0.keys.isEmpty } + all.filter(\.keys.isEmpty)).filter {
      titles.insert($0.title.lowercased()).inserted
    }
  }

  /// Presents the commands of the window that `controller` is in.
  ///
  /// - Parameters:
  ///   - controller: The controller that presents the palette.
  ///   - suggest: Returns what to list after the commands for the text that was typed.
  ///   - mayRun: Asked before a command that acts on the selection runs, after the palette is dismissed: what was
  ///     selected may have left the screen. What refuses says why.
  /// - Returns: whether the palette is on the screen.
  @discardableResult
  public static func present(
    from controller: ViewController, suggest: (@MainActor (String) async -> [Suggestion])? = nil,
    mayRun: @escaping @MainActor (KeyCommand) -> Bool = { _ in true }
  ) -> Bool {
    guard let window = controller.window else { return false }
    return controller.present(CommandPalette(window: window, suggest: suggest, mayRun: mayRun))
  }

  public override func loadView() -> View { StackView(field: field, above: list) }

  public override func viewDidLoad() {
    field.addAction(for: .editingChanged) { [weak self] in self?.search() }
    field.addAction(for: .primaryAction) { [weak self] in self?.run() }
    list.onClick = { [weak self] in self?.run() }
    list.titleWidth = commands.map { $0.title.displayWidth }.max() ?? 0
    showMatches()
  }

  public override func contentSizeThatFits(_ size: Size) -> Size {
    let widest = commands.map { $0.detail.displayWidth + ($0.keys.first?.name.displayWidth ?? 0) }.max() ?? 0
    let titles = commands.map { $0.title.displayWidth }.max() ?? 0
    return Size(width: max(titles + widest + 9, 40), height: commands.count + 2)
  }

  public override var dismissesOnOutsideClick: Bool { true }

  public override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.up), .init(.character("p"), .control), title: "up", role: .movement, isHint: false
      ) { [weak self] in self?.list.moveSelection(by: -1) },
      KeyCommand(
        KeyEvent(.down), .init(.character("n"), .control), title: "down", role: .movement, isHint: false
      ) { [weak self] in self?.list.moveSelection(by: 1) },
      KeyCommand(
        KeyEvent(.enter), title: "choose",
        isEnabled: { [weak self] in self.map { !$0.list.items.isEmpty || $0.suggesting != nil } ?? false }
      ) { [weak self] in self?.run() },
      KeyCommand(KeyEvent(.escape), title: "close") { [weak self] in self?.dismiss() },
    ]
  }

  // MARK: Searching

  private func search() {
    suggestions = []
    showMatches()
    suggesting?.cancel()
    suggesting = nil
    guard let suggest, !PaletteQuery(field.text).isEmpty else { return }
    suggesting = Task { [weak self, text = field.text] in
      let suggestions = await suggest(text)
      guard !Task.isCancelled, let self, field.text == text else { return }
      self.suggestions = suggestions
      suggesting = nil
      // What the user has selected before stays selected.
      let selected = list.selected
      showMatches()
      list.selected = selected
      guard let hold = waitingRun else { return }
      waitingRun = nil
      run()
      hold.release()
    }
  }

  private func showMatches() {
    let query = PaletteQuery(field.text)
    var matches = commands.compactMap { Match($0, query: query) }.enumerated().sorted { left, right in
      let (a, b) = (left.element.match, right.element.match)
      return (a.rank, a.cost, left.offset) < (b.rank, b.cost, right.offset)
    }.map(\.element)
    func isSelectable(_ match: Match) -> Bool {
      match.command.role != .destructive || !query.isEmpty && match.match.rank.isInTitle
    }
    if let best = matches.first, let first = matches.firstIndex(where: isSelectable),
      matches[first].match.isAsGood(as: best.match)
    {
      matches.insert(matches.remove(at: first), at: 0)
    }
    list.items =
      matches.map { PaletteList.Item($0.command, title: $0.title, match: $0.match) }
      + suggestions.map { PaletteList.Item($0, query: query) }
    list.selected = matches.first.map(isSelectable) ?? true ? 0 : nil
  }

  private struct Match {
    let command: KeyCommand
    /// The command's title with a capital, as the palette shows it.
    let title: String
    let match: PaletteQuery.Match

    @MainActor
    init?(_ command: KeyCommand, query: PaletteQuery) {
      let title = command.title.prefix(1).uppercased() + command.title.dropFirst()
      guard let match = query.match(title: title, keywords: command.keywords, detail: command.detail) else {
        return nil
      }
      (self.command, self.title, self.match) = (command, title, match)
    }
  }

  private func run() {
    guard let selected = list.selected else { return list.moveSelection(by: 1) }
    guard list.items.indices.contains(selected) else {
      if suggesting != nil, waitingRun == nil { waitingRun = view.window?.holdInput() }
      return
    }
    let item = list.items[selected]
    if let command = item.command { source?.noteUse(ofCommand: command.title) }
    dismiss()
    if item.command.map({ !$0.actsOnSelection || mayRun($0) }) ?? true { item.action() }
  }
}

extension Window {
  /// Moves a command to the beginning of ``usedCommands``.
  fileprivate func noteUse(ofCommand title: String) {
    usedCommands.removeAll { $0 == title }
    usedCommands.insert(title, at: 0)
  }
}
