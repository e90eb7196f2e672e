import Bindery
import PeoplebookCore
import TUIKit

/// The selected person beside the list, where there is room for it.
///
/// A card that is longer than the window scrolls.
final class PersonCardView: ScrollView {
  /// The least width of a window that shows the card beside the list.
  static let leastWindowWidth = 140
  static let width = 48

  private let content = PersonCardContent()

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    contentView.addSubview(content)
  }

  var card: PersonCard? {
    didSet {
      guard card != oldValue else { return }
      // Another person's card begins at its top; a change of the same person leaves the user where they are.
      if card?.name != oldValue?.name { contentOffset = 0 }
      content.card = card
      setNeedsLayout()
    }
  }

  override func layoutSubviews() {
    contentHeight = content.lines(forWidth: bounds.width).count
    super.layoutSubviews()
    content.frame = contentView.bounds
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    canvas.fill(Rect(x: 0, y: 0, width: 1, height: bounds.height), with: "│", style: Style(.border))
  }
}

extension PersonCardView {
  /// Sets the card.
  var cardBinding: Binding<PersonCardView, PersonCard?> {
    Binding(self, "card") { $0.card = $1 }
  }
}

/// The lines of the card.
private final class PersonCardContent: View {
  private static let margin = 3
  private static let labelWidth = 15

  /// Pieces of text and their columns.
  typealias Line = [(x: Int, text: String, style: Style)]

  var card: PersonCard? {
    didSet {
      guard card != oldValue else { return }
      laidOut = nil
      setNeedsDisplay()
    }
  }

  private var laidOut: (width: Int, lines: [Line])?

  /// The lines at a width.
  ///
  /// Laying them out costs O(length of the note), so they are kept.
  func lines(forWidth width: Int) -> [Line] {
    if let laidOut, laidOut.width == width { return laidOut.lines }
    let lines = makeLines(forWidth: width)
    laidOut = (width, lines)
    return lines
  }

  private func makeLines(forWidth width: Int) -> [Line] {
    guard let card else { return [] }
    // The last column is the scroll mark's.
    let room = max(0, width - Self.margin - 2)
    func paragraph(_ text: String, _ style: Style) -> [Line] {
      text.wrapped(toWidth: room).map { [(Self.margin, $0, style)] }
    }
    var lines: [Line] = [[]] + paragraph(card.name, Style(.text).adding(.bold))
    if !card.position.isEmpty { lines += paragraph(card.position, Style(.textDim)) }
    lines.append([])
    for line in card.lines {
      let values = line.value.wrapped(toWidth: max(1, room - Self.labelWidth))
      for (index, value) in values.enumerated() {
        let label: Line = index == 0 ? [(Self.margin, line.label, Style(.textDim))] : []
        lines.append(label + [(Self.margin + Self.labelWidth, value, Style(.text))])
      }
    }
    if !card.tags.isEmpty { lines += [[]] + paragraph(card.tags.joined(separator: "  "), Style(.chip)) }
    if !card.note.isEmpty { lines += [[]] + paragraph(card.note, Style(.text)) }
    return lines
  }

  override func draw(in canvas: Canvas) {
    for (y, line) in lines(forWidth: bounds.width).enumerated() {
      for (x, text, style) in line {
        canvas.write(text, at: Point(x: x, y: y), style: style, maxWidth: bounds.width - x - 1)
      }
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
