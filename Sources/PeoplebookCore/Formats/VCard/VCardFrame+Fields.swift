extension VCardFrame {
  /// The frame of a card with some lines that have got a field; `nil` when none of them has.
  ///
  /// The lines keep their places.
  /// - Parameters:
  ///   - lines: The lines that the person keeps.
  ///   - field: The field; its lines, and those of fields that came later, had none.
  func moving(_ lines: [VCardProperty], to field: VCardField) -> VCardFrame? {
    let labels = VCardContents.owners(in: lines).labels
    let others = lines.filter { line in
      !labels.contains(line.line) && (line.field.map { $0 != .id && $0.number >= field.number } ?? true)
    }
    guard others.contains(where: { $0.field == field }) else { return nil }
    var ranks = others.map { $0.field == field ? Self.rank(of: field) : Self.otherRank }[...]
    var frame = self
    if order.isEmpty {
      frame.order = ranks + [Self.rank(of: .id)]
    } else {
      frame.order = order.map { $0 == Self.otherRank ? ranks.popFirst() ?? $0 : $0 }
    }
    return frame
  }
}
