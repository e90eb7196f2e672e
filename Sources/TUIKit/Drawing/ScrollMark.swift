/// The lines of a column that show the visible part of a longer content.
enum ScrollMark {
  /// The lines to mark; `nil` when everything is visible.
  ///
  /// The mark is at an end only when the content's end is visible.
  static func lines(offset: Int, height: Int, contentHeight: Int) -> Range<Int>? {
    guard height > 0, contentHeight > height else { return nil }
    let length = max(1, height * height / contentHeight)
    let room = height - length
    let travel = contentHeight - height
    var top = Int((Double(offset) / Double(travel) * Double(room)).rounded())
    if offset > 0, offset < travel, room > 1 { top = min(max(top, 1), room - 1) }
    return top..<top + length
  }
}

extension Canvas {
  /// Draws a scroll mark in the last column of `rect`, where not all of the content is visible.
  func drawScrollMark(in rect: Rect, offset: Int, contentHeight: Int, style: Style) {
    guard rect.width > 0,
      let mark = ScrollMark.lines(offset: offset, height: rect.height, contentHeight: contentHeight)
    else { return }
    fill(Rect(x: rect.maxX - 1, y: rect.minY + mark.lowerBound, width: 1, height: mark.count), with: "┃", style: style)
  }
}
