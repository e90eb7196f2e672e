import TUIKit

/// The list, and at its right the card where the window is wide enough.
final class ListWithCardView: View {
  /// The least width of a window that shows the card beside the list.
  static let leastWidth = 140
  private static let cardWidth = 48

  /// Called when the card has appeared or disappeared with the width of the window.
  var onCardChange: () -> Void = {}
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
    let wasHidden = card.isHidden
    card.isHidden = bounds.width < Self.leastWidth
    let width = card.isHidden ? 0 : Self.cardWidth
    list.frame = Rect(x: 0, y: 0, width: bounds.width - width, height: bounds.height)
    card.frame = Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
    if card.isHidden != wasHidden { onCardChange() }
  }
}
