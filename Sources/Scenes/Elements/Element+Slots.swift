// Typed access to the slots. A component without the slot has the default of its type.
extension Element {
  func value(_ slot: Slot) -> Value {
    guard let number = shape.number(of: slot) else { return .none }
    return values[number]
  }

  func number(_ slot: Slot) -> Double { value(slot).number ?? 0 }

  /// More columns or lines than any screen has.
  nonisolated static let cellLimit = 1_000_000

  /// A number of cells; never negative, and finite.
  func cells(_ slot: Slot) -> Int {
    Int(number(slot), in: 0...Self.cellLimit)
  }

  /// A number of cells that may be negative.
  func signedCells(_ slot: Slot) -> Int {
    let number = number(slot)
    return number.isNaN ? 0 : Int(number, in: -Self.cellLimit...Self.cellLimit)
  }

  func flag(_ slot: Slot) -> Bool { if case .boolean(true) = value(slot) { true } else { false } }

  func text(_ slot: Slot) -> String { if case .string(let text) = value(slot) { text } else { "" } }

  func color(_ slot: Slot) -> Color { if case .color(let color) = value(slot) { color } else { .clear } }

  /// The index of an option.
  func option(_ slot: Slot) -> Int { if case .option(_, let index) = value(slot) { index } else { 0 } }

  func set(_ value: Value, at slot: Slot) {
    if let number = shape.number(of: slot) { set(value, at: number) }
  }

  var isVisible: Bool { if case .boolean(false) = values[Self.visibleSlot] { false } else { true } }
}
