extension ScenePainter {
  mutating func paintText(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    // Nothing to break and nothing to cut: the usual text of a list.
    if frame.height == 1, case .line(let text, let columns) = element.plainText, columns <= frame.width {
      let x = frame.x + Self.offset(element.option(.textAlignment), frame.width - columns)
      return canvas.draw(text, x: x, y: frame.y, style: style, clip: clip.intersection(frame))
    }
    let block = TextLines.block(of: element, width: frame.width)
    let inner = clip.intersection(frame)
    for (index, line) in block.lines.prefix(max(0, frame.height)).enumerated() {
      var x = frame.x + Self.offset(element.option(.textAlignment), frame.width - TextBlock.columns(of: line))
      var start = 0
      while start < line.count {
        let source = line[start].source
        var end = start
        var text = ""
        var columns = 0
        while end < line.count, line[end].source === source {
          text.append(line[end].character)
          columns += line[end].columns
          end += 1
        }
        let runStyle = source === element ? style : Self.style(of: source, in: style)
        canvas.draw(text, x: x, y: frame.y + index, style: runStyle, clip: inner)
        x += columns
        start = end
      }
    }
  }

  static func offset(_ alignment: Int, _ room: Int) -> Int {
    alignment == 1 ? max(0, room) / 2 : alignment == 2 ? max(0, room) : 0
  }
}
