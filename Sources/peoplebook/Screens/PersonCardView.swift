import PeoplebookCore
import TUIKit

/// Everything about the selected person, beside the list where there is room for it.
final class PersonCardView: View {
  /// Where the card begins to stand beside the list.
  static let leastWindowWidth = 140
  static let width = 48
  private static let margin = 3
  private static let labelWidth = 15

  var card: PersonCard? {
    didSet { if card != oldValue { setNeedsDisplay() } }
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    canvas.fill(Rect(x: 0, y: 0, width: 1, height: bounds.height), with: "│", style: Style(.border))
    guard let card else { return }
    var y = 1
    let room = bounds.width - Self.margin - 1

    func write(_ text: String, at x: Int = PersonCardView.margin, _ style: Style) {
      canvas.write(text, at: Point(x: x, y: y), style: style, maxWidth: bounds.width - x - 1)
    }
    func paragraph(_ text: String, _ style: Style) {
      for line in text.wrapped(toWidth: room) {
        write(line, style)
        y += 1
      }
    }

    paragraph(card.name, Style(.text).adding(.bold))
    if !card.position.isEmpty { paragraph(card.position, Style(.textDim)) }
    y += 1
    for line in card.lines {
      write(line.label, Style(.textDim))
      write(line.value, at: Self.margin + Self.labelWidth, Style(.text))
      y += 1
    }
    if !card.tags.isEmpty {
      y += 1
      paragraph(card.tags.joined(separator: "  "), Style(.chip))
    }
    if !card.note.isEmpty {
      y += 1
      paragraph(card.note, Style(.text))
    }
  }
}

/// The list, and at its right the card where the window is wide enough.
final class ListWithCardView: View {
  private let list: View
  private let card: View

  init(list: View, card: View) {
    self.list = list
    self.card = card
    super.init()
    addSubview(list)
    addSubview(card)
  }

  override func layoutSubviews() {
    card.isHidden = bounds.width < PersonCardView.leastWindowWidth
    let width = card.isHidden ? 0 : PersonCardView.width
    list.frame = Rect(x: 0, y: 0, width: bounds.width - width, height: bounds.height)
    card.frame = Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
  }
}
