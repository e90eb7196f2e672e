/// The cells of our tables that hold several values: `work: ada@example.org ::: ada@example.net`.
///
/// A backslash marks a colon of a text that could be taken for a separator, and another backslash.
enum CSVList {
  /// The cell for values with labels.
  static func cell(_ values: [LabeledValue]) -> String {
    join(
      values.map { value in
        value.label.isEmpty ? escape(value.value) : "\(escape(value.label)): \(escape(value.value))"
      })
  }

  /// The cell for texts.
  static func cell(_ texts: [String]) -> String { join(texts.map(escape)) }

  /// The values in a cell, with their labels; those without a text are left out.
  static func values(in cell: String) -> [LabeledValue] {
    var values: [LabeledValue] = []
    forEachItem(in: cell) { item, colon in
      let value = text(item[(colon.map { $0 + 1 } ?? 0)...])
      if !value.isEmpty { values.append(LabeledValue(label: colon.map { text(item[..<$0]) } ?? "", value: value)) }
    }
    return values
  }

  /// The texts in a cell that are not empty.
  static func texts(in cell: String) -> [String] {
    var texts: [String] = []
    forEachItem(in: cell) { item, _ in
      let text = text(item[...])
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  private static func join(_ items: [String]) -> String {
    items.count == 1 ? items[0] : items.joined(separator: " ::: ")
  }

  // MARK: Escapes

  private static let (colon, backslash) = (UInt8(ascii: ":"), UInt8(ascii: "\\"))

  private static func escape(_ text: String) -> String {
    guard text.hasByte(colon) || text.hasByte(backslash) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      let isAmbiguous = byte == colon && (next <= 0x20 || next == colon)
      if isAmbiguous || byte == backslash { output.append(backslash) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Passes each item, between three colons, without its escapes, and the place of the colon that ends its label.
  ///
  /// The colon of `https://` does not end a label.
  private static func forEachItem(in cell: String, _ body: ([UInt8], Int?) -> Void) {
    let bytes = Array(cell.utf8)
    var item: [UInt8] = []
    var labelEnd: Int?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == backslash, index + 1 < bytes.count {
        item.append(bytes[index + 1])
        index += 2
      } else if byte == colon, bytes[index...].starts(with: [colon, colon, colon]) {
        body(item, labelEnd)
        (item, labelEnd) = ([], nil)
        index += 3
      } else {
        if byte == colon, labelEnd == nil, index + 1 == bytes.count || isBlank(bytes[index + 1]) {
          labelEnd = item.count
        }
        item.append(byte)
        index += 1
      }
    }
    body(item, labelEnd)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// The text without blanks at its ends.
  private static func text(_ item: ArraySlice<UInt8>) -> String {
    // Blanks are bytes here: one before a combining mark is still a separator's.
    guard let start = item.firstIndex(where: { !isBlank($0) }), let end = item.lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(decoding: item[start...end], as: UTF8.self)
  }
}
