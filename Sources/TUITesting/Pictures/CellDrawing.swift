import TUIKit

/// Draws the cells of a screen in runs: first the backgrounds, then the text.
struct CellDrawing {
  let colors: PictureColors
  private(set) var svg = ""

  private typealias Metrics = ScreenPicture.Metrics

  init(colors: PictureColors) {
    self.colors = colors
  }

  /// Adjacent cells with the same style.
  ///
  /// A wide character is a run of its own: few fonts make it two columns wide.
  private struct Run {
    var start: Int
    var width: Int
    var text: String
    var rendition: Rendition
    var isAlone: Bool
  }

  mutating func drawLine(_ y: Int, of screen: ScreenContents) {
    var runs: [Run] = []
    for x in 0..<screen.size.width {
      let cell = screen[x, y]
      guard cell.width > 0 else { continue }
      let isAlone = cell.width > 1 || Self.shape(of: cell.text) != nil
      if let last = runs.last, !last.isAlone, !isAlone, last.rendition == cell.rendition {
        runs[runs.count - 1].width += 1
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(Run(start: x, width: cell.width, text: cell.text, rendition: cell.rendition, isAlone: isAlone))
      }
    }
    for run in runs { drawBackground(run, y) }
    for run in runs { drawText(run, y) }
  }

  mutating func drawCursor(at point: Point) {
    rect(
      x: point.x * Metrics.column, y: point.y * Metrics.line, width: 20, height: Metrics.line,
      fill: colors.foreground)
  }

  private mutating func drawBackground(_ run: Run, _ y: Int) {
    let back = colors.colors(of: run.rendition).back
    guard back != colors.background else { return }
    rect(
      x: run.start * Metrics.column, y: y * Metrics.line, width: run.width * Metrics.column, height: Metrics.line,
      fill: back)
  }

  private mutating func drawText(_ run: Run, _ y: Int) {
    let front = colors.colors(of: run.rendition).front
    if let shape = Self.shape(of: run.text) {
      rect(
        x: run.start * Metrics.column + shape.x * Metrics.column / 80,
        y: y * Metrics.line + shape.y * Metrics.line / 80,
        width: (shape.width * Metrics.column + 79) / 80, height: (shape.height * Metrics.line + 79) / 80, fill: front)
      return
    }
    let hasLine = !run.rendition.attributes.isDisjoint(with: [.underline, .strikethrough])
    if run.isAlone || hasLine {
      text(run.text, at: run.start, width: run.isAlone ? run.width : run.text.count, y, run.rendition, front)
    } else {
      for (start, words) in Self.pieces(of: run.text) {
        text(words, at: run.start + start, width: words.count, y, run.rendition, front)
      }
    }
  }

  /// The parts of a text between gaps of two or more blanks, each with its first cell.
  ///
  /// Columns therefore begin exactly at their cells, even where the length of a text is not fitted to its cells.
  private static func pieces(of text: String) -> [(start: Int, text: String)] {
    var pieces: [(start: Int, text: String)] = []
    var blanks = 2
    for (place, character) in text.enumerated() {
      if character == " " {
        blanks += 1
      } else {
        if blanks > 1 {
          pieces.append((place, "\(character)"))
        } else {
          pieces[pieces.count - 1].text += String(repeating: " ", count: blanks) + "\(character)"
        }
        blanks = 0
      }
    }
    return pieces
  }

  private mutating func text(
    _ text: String, at x: Int, width: Int, _ y: Int, _ rendition: Rendition, _ color: PictureColors.RGB
  ) {
    svg += "<text x=\"\(ScreenPicture.length(x * Metrics.column))\" "
    svg += "y=\"\(ScreenPicture.length(y * Metrics.line + Metrics.baseline))\" "
    svg += "textLength=\"\(ScreenPicture.length(width * Metrics.column))\" lengthAdjust=\"spacingAndGlyphs\" "
    svg += "xml:space=\"preserve\" fill=\"\(color.hexadecimal)\"\(Self.attributes(rendition.attributes))>"
    svg += "\(ScreenPicture.escaped(text))</text>\n"
  }

  private static func attributes(_ attributes: Rendition.Attributes) -> String {
    var result = ""
    if attributes.contains(.bold) { result += " font-weight=\"bold\"" }
    if attributes.contains(.italic) { result += " font-style=\"italic\"" }
    let lines = [(Rendition.Attributes.underline, "underline"), (.strikethrough, "line-through")]
      .filter { attributes.contains($0.0) }.map(\.1)
    if !lines.isEmpty { result += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    return result
  }

  private mutating func rect(x: Int, y: Int, width: Int, height: Int, fill: PictureColors.RGB) {
    svg += "<rect x=\"\(ScreenPicture.length(x))\" y=\"\(ScreenPicture.length(y))\" "
    svg += "width=\"\(ScreenPicture.length(width))\" height=\"\(ScreenPicture.length(height))\" "
    svg += "fill=\"\(fill.hexadecimal)\"/>\n"
  }

  /// Block elements and straight lines are drawn as shapes, in eightieths of a cell, so that they join.
  private static func shape(of text: String) -> (x: Int, y: Int, width: Int, height: Int)? {
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x2580: return (0, 0, 80, 40)
    case 0x2581...0x2588:
      let height = Int(scalar.value - 0x2580) * 10
      return (0, 80 - height, 80, height)
    case 0x2589...0x258F: return (0, 0, Int(0x2590 - scalar.value) * 10, 80)
    case 0x2590: return (40, 0, 40, 80)
    case 0x2500: return (0, 38, 80, 5)
    case 0x2501: return (0, 36, 80, 9)
    case 0x2502: return (34, 0, 12, 80)
    case 0x2503: return (28, 0, 24, 80)
    default: return nil
    }
  }
}
