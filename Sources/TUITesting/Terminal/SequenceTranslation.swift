extension EscapeScanner.ControlSequence {
  /// The font that represents dim text in libvterm, which does not support dim text.
  static let dimFont = 9

  private static let semicolon = UInt8(ascii: ";")
  private static let colon = UInt8(ascii: ":")

  /// The number of parameters, with subparameters, for which libvterm 0.1 has space; it writes further ones elsewhere.
  private static let parameterLimit = 16

  /// How often a `REP` repeats the last character; `nil` for other sequences.
  var repetitions: Int? {
    guard final == UInt8(ascii: "b"), prefix.isEmpty, intermediates.isEmpty else { return nil }
    return max(1, fields.first?.first ?? 0)
  }

  /// The sequence translated for libvterm 0.1, which accepts one private mode at a time and no dim text.
  var forOldTerminals: [Self] { translated.map(\.withoutExcess) }

  private var translated: [Self] {
    let isMode = prefix == [UInt8(ascii: "?")] && (final == UInt8(ascii: "h") || final == UInt8(ascii: "l"))
    if isMode, parameters.contains(Self.semicolon) {
      return parameters.split(separator: Self.semicolon).map { field in
        var single = self
        single.parameters = Array(field)
        return single
      }
    }
    if final == UInt8(ascii: "m"), prefix.isEmpty, intermediates.isEmpty {
      var rendition = self
      rendition.parameters = Self.translatedRendition(parameters)
      return [rendition]
    }
    return [self]
  }

  private var withoutExcess: Self {
    let separators = parameters.indices.filter { parameters[$0] == Self.semicolon || parameters[$0] == Self.colon }
    guard separators.count >= Self.parameterLimit else { return self }
    var limited = self
    limited.parameters = Array(parameters[..<separators[Self.parameterLimit - 1]])
    return limited
  }

  /// Replaces `2` by the dim font, and lets `22` also reset the font.
  ///
  /// Parameters of colours are unchanged.
  private static func translatedRendition(_ parameters: [UInt8]) -> [UInt8] {
    var result: [[UInt8]] = []
    var fields = parameters.split(separator: semicolon, omittingEmptySubsequences: false)[...]
    while let field = fields.popFirst() {
      switch String(decoding: field, as: UTF8.self) {
      case "2": result.append(Array("1\(dimFont)".utf8))
      case "22": result.append(Array("22;10".utf8))
      case "38", "48", "58":
        // `5;index` or `2;red;green;blue`.
        result.append(Array(field))
        let count = fields.first.map { $0.elementsEqual("2".utf8) ? 4 : 2 } ?? 0
        for _ in 0..<count { fields.popFirst().map { result.append(Array($0)) } }
      default: result.append(Array(field))
      }
    }
    return Array(result.joined(separator: [semicolon]))
  }
}
