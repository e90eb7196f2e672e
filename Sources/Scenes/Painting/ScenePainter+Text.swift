extension ScenePainter {
  mutating func paintText(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    // Nothing to break and nothing to cut: the usual text of a list.
    if frame.height == 1, element.number(.maxLines) >= 1, case .line(let text, let columns) = element.plainText,
      columns <= frame.width
    {
      let x = frame.x + Self.offset(element.option(.textAlignment), frame.width - columns)
      return canvas.draw(text, x: x, y: frame.y, style: style, clip: clip.intersection(frame))
    }
    let block = TextLines.block(of: element, width: frame.width)
    let inner = clip.intersection(frame)
    guard !inner.isEmpty else { return }
    for index in (inner.y - frame.y..<inner.maxY - frame.y).clamped(to: block.lines.indices) {
      let line = block.lines[index]
      var x = frame.x + Self.offset(element.option(.textAlignment), frame.width - TextBlock.columns(of: line))
      for piece in line {
        let pieceStyle = piece.source === element ? style : Self.style(of: piece.source, in: style)
        canvas.draw(String(piece.text), x: x, y: frame.y + index, style: pieceStyle, clip: inner)
        x += piece.columns
      }
    }
  }

  static func offset(_ alignment: Int, _ room: Int) -> Int {
    alignment == 1 ? max(0, room) / 2 : alignment == 2 ? max(0, room) : 0
  }
}
