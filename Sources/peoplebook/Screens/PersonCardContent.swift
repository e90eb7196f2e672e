import PeoplebookCore
import TUIKit

/// The lines of a card.
final class PersonCardContent: View {
  private static let margin = 3
  private static let labelWidths = 15...24

  /// Pieces of text and their columns.
  typealias Line = [(x: Int, text: String, style: Style)]

  /// The lines of a card at a width, and the values in them.
  struct Layout {
    var lines: [Line] = []
    var items: [(line: PersonCard.Line, rows: Range<Int>)] = []
  }

  var card: PersonCard? {
    didSet {
      guard card != oldValue else { return }
      laidOut = nil
      setNeedsDisplay()
    }
  }

  /// The index of the selected value.
  var selection = 0 {
    didSet { if selection != oldValue { setNeedsDisplay() } }
  }

  var showsSelection = false {
    didSet { if showsSelection != oldValue { setNeedsDisplay() } }
  }

  private var laidOut: (width: Int, layout: Layout)?

  /// The layout at a width, which is kept for the next call.
  ///
  /// - Complexity: O(length of the note) for a new width, then O(1).
  func layout(forWidth width: Int) -> Layout {
    if let laidOut, laidOut.width == width { return laidOut.layout }
    let layout = card.map { Self.layout($0, width: width) } ?? Layout()
    laidOut = (width, layout)
    return layout
  }

  private static func layout(_ card: PersonCard, width: Int) -> Layout {
    // The last column is the scroll mark's.
    let room = max(0, width - margin - 2)
    var layout = Layout()
    func add(_ text: String, _ style: Style, as label: String? = nil) {
      let start = layout.lines.count
      layout.lines += text.wrapped(toWidth: max(1, room)).map { [(margin, $0, style)] }
      if let label { layout.items.append((PersonCard.Line(label: label, value: text), start..<layout.lines.count)) }
    }
    layout.lines.append([])
    add(card.name, Style(.text).adding(.bold))
    if !card.position.isEmpty { add(card.position, Style(.textDim), as: "Position") }
    layout.lines.append([])
    let widest = card.lines.map(\.label.displayWidth).max() ?? 0
    let labelWidth = min(max(widest + 2, labelWidths.lowerBound), labelWidths.upperBound)
    for line in card.lines {
      let start = layout.lines.count
      for (index, value) in line.value.wrapped(toWidth: max(1, room - labelWidth)).enumerated() {
        let label: Line =
          index == 0 ? [(margin, line.label.truncated(toWidth: labelWidth - 1), Style(.textDim))] : []
        layout.lines.append(label + [(margin + labelWidth, value, Style(.text))])
      }
      if !line.isRemark { layout.items.append((line, start..<layout.lines.count)) }
    }
    for group in card.groups {
      layout.lines.append([])
      // A label is shown where it distinguishes two groups that look alike.
      if card.groups.count(where: { $0.place == group.place }) > 1 { add(group.label, Style(.textDim)) }
      let isText = group.place == .text
      add(group.values.joined(separator: isText ? "\n\n" : "  "), Style(isText ? .text : .chip), as: group.label)
    }
    return layout
  }

  override func draw(in canvas: Canvas) {
    let layout = layout(forWidth: bounds.width)
    let selected = showsSelection && !layout.items.isEmpty ? layout.items[min(selection, layout.items.count - 1)] : nil
    for (y, line) in layout.lines.enumerated() {
      let isSelected = selected?.rows.contains(y) == true
      if isSelected {
        let row = Rect(x: 1, y: y, width: max(0, bounds.width - 2), height: 1)
        canvas.fill(row, style: Style(.selectionText, on: .selection))
        canvas.write("▌", at: row.origin, style: Style(.accent, on: .selection))
      }
      for (x, text, style) in line {
        canvas.write(
          text, at: Point(x: x, y: y), style: isSelected ? Style(.selectionText, on: .selection) : style,
          maxWidth: bounds.width - x - 1)
      }
    }
  }
}

/// The list, and at its right the card where the window is wide enough.
final class ListWithCardView: View {
  /// The least width of a window that shows the card beside the list.
  static let leastWidth = 140
  private static let cardWidth = 48

  private let list: View
  private let card: PersonCardView

  init(list: View, card: PersonCardView) {
    self.list = list
    self.card = card
    super.init()
    card.hasBorder = true
    addSubview(list)
    addSubview(card)
  }

  override func layoutSubviews() {
    card.isHidden = bounds.width < Self.leastWidth
    let width = card.isHidden ? 0 : Self.cardWidth
    list.frame = Rect(x: 0, y: 0, width: bounds.width - width, height: bounds.height)
    card.frame = Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
  }
}
