import TUIKit
import Testing

@testable import peoplebook

@MainActor
@Suite struct ListWithCardViewTests {
  @Test func `the card is beside the list from 140 columns`() {
    let (list, card) = (View(), PersonCardView())
    let view = ListWithCardView(list: list, card: card)
    view.frame = Rect(x: 0, y: 0, width: 140, height: 20)
    view.layoutIfNeeded()
    #expect(!card.isHidden)
    #expect(list.frame == Rect(x: 0, y: 0, width: 92, height: 20))
    #expect(card.frame == Rect(x: 92, y: 0, width: 48, height: 20))
    view.frame = Rect(x: 0, y: 0, width: 139, height: 20)
    view.layoutIfNeeded()
    #expect(card.isHidden && list.frame.width == 139)
  }
}
