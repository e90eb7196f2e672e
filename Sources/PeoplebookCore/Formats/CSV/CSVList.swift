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
    split(cell).compactMap { item in
      // The colon of `https://` does not end a label.
      let end = item.indices.first { index in
        item[index] == .separator && (index + 1 == item.count || item[index + 1].isBlank)
      }
      let value = text(item[(end.map { $0 + 1 } ?? 0)...])
      return value.isEmpty ? nil : LabeledValue(label: end.map { text(item[..<$0]) } ?? "", value: value)
    }
  }

  /// The texts in a cell that are not empty.
  static func texts(in cell: String) -> [String] {
    split(cell).map { text($0[...]) }.filter { !$0.isEmpty }
  }

  private static func join(_ items: [String]) -> String { items.joined(separator: " ::: ") }

  // MARK: Escapes

  /// A byte of a cell, or a colon that no backslash marks.
  private enum Unit: Hashable {
    case byte(UInt8)
    case separator

    var byte: UInt8 {
      switch self {
      case .byte(let byte): byte
      case .separator: UInt8(ascii: ":")
      }
    }

    var isBlank: Bool { byte == 0x20 || 0x09...0x0D ~= byte }
  }

  private static func escape(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      let isAmbiguous = byte == UInt8(ascii: ":") && (next <= 0x20 || next == UInt8(ascii: ":"))
      if isAmbiguous || byte == UInt8(ascii: "\\") { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The items of a cell, between three colons.
  private static func split(_ cell: String) -> [[Unit]] {
    var units: [Unit] = []
    var isEscaped = false
    for byte in cell.utf8 {
      if isEscaped || byte != UInt8(ascii: "\\") {
        units.append(byte == UInt8(ascii: ":") && !isEscaped ? .separator : .byte(byte))
        isEscaped = false
      } else {
        isEscaped = true
      }
    }
    if isEscaped { units.append(.byte(UInt8(ascii: "\\"))) }
    return units.split(separator: [.separator, .separator, .separator]).map(Array.init)
  }

  /// The text without blanks at its ends.
  private static func text(_ units: ArraySlice<Unit>) -> String {
    // Blanks are bytes here: one before a combining mark is still a separator's.
    guard let start = units.firstIndex(where: { !$0.isBlank }), let end = units.lastIndex(where: { !$0.isBlank }) else {
      return ""
    }
    return String(decoding: units[start...end].map(\.byte), as: UTF8.self)
  }
}
