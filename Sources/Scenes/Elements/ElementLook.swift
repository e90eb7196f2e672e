/// The colours and attributes of an element, without those that it inherits.
@MainActor
struct ElementLook {
  let color: Color
  let background: Color
  let opacity: Double
  /// The attributes as bits, in the order of ``attributeSlots``.
  let attributes: UInt8

  private static let attributeSlots: [Slot] = [.bold, .dim, .italic, .underline, .reverse, .strikethrough]

  init(_ element: Element) {
    color = element.color(.color)
    background = element.color(.background)
    opacity = element.number(.opacity)
    var attributes: UInt8 = 0
    for (bit, slot) in Self.attributeSlots.enumerated() where element.flag(slot) { attributes |= 1 << UInt8(bit) }
    self.attributes = attributes
  }
}
