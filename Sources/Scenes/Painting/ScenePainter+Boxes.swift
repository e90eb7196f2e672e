/// The characters of a border.
private struct BorderCharacters {
  let corners: [Character]
  let horizontal: Character
  let vertical: Character

  /// By the index of ``SystemEnum/border``; the first means no border.
  static let all: [BorderCharacters] = [
    BorderCharacters(corners: [" ", " ", " ", " "], horizontal: " ", vertical: " "),
    BorderCharacters(corners: ["┌", "┐", "└", "┘"], horizontal: "─", vertical: "│"),
    BorderCharacters(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│"),
    BorderCharacters(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃"),
    BorderCharacters(corners: ["╔", "╗", "╚", "╝"], horizontal: "═", vertical: "║"),
    BorderCharacters(corners: ["┌", "┐", "└", "┘"], horizontal: "╌", vertical: "╎"),
  ]
}

extension ScenePainter {
  mutating func paintBox(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    let border = element.option(.border)
    guard border != 0, frame.width > 1, frame.height > 1 else { return }
    let characters = BorderCharacters.all[min(border, BorderCharacters.all.count - 1)]
    var line = style
    let color = element.color(.borderColor)
    if color != .clear { line.foreground = color }
    let (right, bottom) = (frame.maxX - 1, frame.maxY - 1)
    for y in [frame.y, bottom] {
      canvas.fill(
        CellRect(x: frame.x, y: y, width: frame.width, height: 1), with: characters.horizontal, style: line, clip: clip)
    }
    for x in [frame.x, right] {
      canvas.fill(
        CellRect(x: x, y: frame.y, width: 1, height: frame.height), with: characters.vertical, style: line, clip: clip)
    }
    for (index, corner) in characters.corners.enumerated() {
      canvas.draw(
        String(corner), x: index % 2 == 0 ? frame.x : right, y: index < 2 ? frame.y : bottom, style: line, clip: clip)
    }
    paintTitle(element, CellRect(x: frame.x + 1, y: frame.y, width: frame.width - 2, height: 1), style, clip)
  }

  mutating func paintRule(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    let characters = BorderCharacters.all[min(element.option(.border), BorderCharacters.all.count - 1)]
    var line = style
    if element.color(.color) == .clear { line.foreground = Color(role: .border) }
    let isHorizontal = element.option(.direction) == 1
    canvas.fill(frame, with: isHorizontal ? characters.horizontal : characters.vertical, style: line, clip: clip)
    if isHorizontal {
      paintTitle(element, CellRect(x: frame.x + 1, y: frame.y, width: frame.width - 2, height: 1), style, clip)
    }
  }

  /// A title in a line, with a blank on both sides.
  private mutating func paintTitle(_ element: Element, _ room: CellRect, _ style: CellStyle, _ clip: CellRect) {
    let title = element.text(.title)
    guard !title.isEmpty, room.width > 2 else { return }
    let text = " " + title.filter { !$0.isNewline } + " "
    let width = TextMeasure.width(of: text)
    let x = room.x + Self.offset(element.option(.titleAlignment), room.width - width)
    canvas.draw(text, x: x, y: room.y, style: style, clip: clip.intersection(room))
  }
}
