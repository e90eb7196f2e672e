/// The commands that match in a ``CommandPalette``: title, sentence and key of each, with the match in bold.
final class PaletteList: View {
  struct Item {
    var command: KeyCommand?
    var title: StyledText
    var detail: StyledText = ""
    /// The key, or the kind of a suggestion.
    var trailing = ""
    var action: @MainActor () -> Void

    @MainActor
    init(_ command: KeyCommand, title: String, match: PaletteQuery.Match) {
      self.command = command
      self.title = StyledText(title, highlighting: match.titleRanges)
      if command.detail != command.title { detail = StyledText(command.detail, highlighting: match.detailRanges) }
      if let keyword = match.keyword {
        detail = detail + (detail.isEmpty ? "" : " · ") + StyledText(keyword, role: .match, attributes: .bold)
      }
      trailing = command.keys.first?.name ?? ""
      action = command.action
    }

    @MainActor
    init(_ suggestion: CommandPalette.Suggestion, query: PaletteQuery) {
      let ranges = query.match(title: suggestion.title, detail: "")?.titleRanges ?? []
      title = StyledText(suggestion.title, highlighting: ranges)
      trailing = suggestion.kind
      action = suggestion.action
    }
  }

  var items: [Item] = [] {
    didSet {
      top = 0
      setNeedsDisplay()
    }
  }

  /// The selected item; `nil` until the user selects one.
  var selected: Int? {
    didSet {
      if let selected { show(selected) }
      setNeedsDisplay()
    }
  }

  /// The columns of the longest title.
  var titleWidth = 0
  var onClick: () -> Void = {}

  /// The first visible item.
  private var top = 0

  func moveSelection(by step: Int) {
    guard !items.isEmpty else { return }
    guard let selected else { return self.selected = step > 0 ? 0 : items.count - 1 }
    self.selected = min(max(selected + step, 0), items.count - 1)
  }

  private func show(_ index: Int) {
    top = max(0, min(top, index, items.count - bounds.height))
    if index >= top + bounds.height { top = max(0, index - bounds.height + 1) }
  }

  override func layoutSubviews() {
    show(selected ?? 0)
  }

  override func draw(in canvas: Canvas) {
    if items.isEmpty {
      canvas.write("Nothing matches", at: Point(x: 2, y: 0), style: Style(.textDim, on: background))
    }
    for y in 0..<max(0, min(bounds.height, items.count - top)) {
      let line = Rect(x: 0, y: y, width: bounds.width, height: 1)
      draw(items[top + y], isSelected: top + y == selected, in: canvas.part(line))
    }
    canvas.drawScrollMark(
      in: bounds, offset: top, contentHeight: items.count, style: Style(.textDim, on: background))
  }

  private func draw(_ item: Item, isSelected: Bool, in canvas: Canvas) {
    let isDestructive = item.command?.role == .destructive
    var style = isSelected ? Style(.selectionText, on: .selection) : Style(.text, on: background)
    let dim = isSelected ? style : style.foreground(.textDim)
    if isSelected {
      canvas.fill(style: style)
      canvas.write("▌", at: .zero, style: style.foreground(.accent))
    }
    if isDestructive { style = style.foreground(.danger) }
    if item.command?.isReady() == false { style = dim }
    // The last column is for the scroll mark.
    let end = bounds.width - 2
    let trailing = min(item.trailing.displayWidth, max(0, end - 4))
    canvas.write(item.trailing, at: Point(x: end - trailing, y: 0), style: dim, maxWidth: trailing)
    let titleRoom = item.detail.isEmpty ? end - trailing - 4 : titleWidth
    canvas.write(item.title, at: Point(x: 2, y: 0), style: style, maxWidth: titleRoom)
    let start = titleWidth + 4
    canvas.write(item.detail, at: Point(x: start, y: 0), style: dim, maxWidth: end - trailing - start - 2)
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp: moveSelection(by: -1)
    case .scrollDown: moveSelection(by: 1)
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
