import Algorithms

/// Assembles glyphs from scalars: joins marks with their base, and simplifies sequences on which terminals disagree.
///
/// Terminals disagree about sequences of emoji, and a cell of ncurses holds one spacing character and four marks. Of a
/// joined or skin-toned emoji, only the first scalar is therefore drawn. Variation selectors are dropped, and a flag is
/// drawn as its two letters. The width of the drawn text is then the sum of `wcwidth` on every terminal.
struct GlyphAssembler {
  private var base: Unicode.Scalar?
  private var width = 0
  private var marks: [Unicode.Scalar] = []
  /// A joiner followed an emoji, so the next emoji belongs to the drawn one.
  private var isJoining = false

  /// Processes a scalar and passes the one or two glyphs that it completes to `body`; returns `false` when `body` does.
  ///
  /// No state crosses the boundary between two `Character`s, so that the width of a text is the sum of its characters'
  /// widths.
  mutating func add(_ scalar: Unicode.Scalar, _ body: (Glyph) -> Bool) -> Bool {
    let value = scalar.value
    let joining = isJoining
    isJoining = false
    switch value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:  // Variation selectors.
      return true
    case 0x200D:
      isJoining = isEmoji(base)
      return true
    case 0x1F3FB...0x1F3FF:  // Skin tones.
      return isEmoji(base) || start(scalar, width: 2, body)
    case 0x1F1E6...0x1F1FF:  // Regional indicators, two of which are a flag.
      return start(Self.letter(ofRegionalIndicator: value), width: 1, body)
    case 0xE0020...0xE007F:  // Tags: after a black flag they name a region.
      return base?.value == 0x1F3F4 || start("·", width: 1, body)
    default:
      break
    }
    if let standIn = scalar.standIn { return alone(standIn, body) }
    if joining, isEmoji(scalar) { return true }
    switch TextLocale.width(of: scalar) {
    case 0:
      return mark(scalar, body)
    case 1 where value == 0xAD:
      return alone(scalar, body)
    case let columns where columns > 0:
      return start(scalar, width: columns, body)
    default:
      return scalar.properties.isDefaultIgnorableCodePoint
        ? alone(StandIn.unprintable, body) : start(StandIn.unprintable, width: 1, body)
    }
  }

  /// Passes on the last glyph.
  mutating func finish(_ body: (Glyph) -> Bool) {
    _ = flush(body)
  }

  private mutating func start(_ scalar: Unicode.Scalar, width: Int, _ body: (Glyph) -> Bool) -> Bool {
    guard flush(body) else { return false }
    base = scalar
    self.width = width
    return true
  }

  /// A glyph that takes no marks.
  private mutating func alone(_ scalar: Unicode.Scalar, _ body: (Glyph) -> Bool) -> Bool {
    flush(body) && body(Glyph(scalar: scalar, width: 1))
  }

  private mutating func mark(_ scalar: Unicode.Scalar, _ body: (Glyph) -> Bool) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      break
    case .otherLetter:  // A vowel or a final of Hangul without a syllable.
      return start("◌", width: 1, body)
    default:
      // Spaces without width and similar characters are invisible. Only the non-joiner may be before a mark.
      return scalar.value == 0x200C || flush(body)
    }
    // A mark after an opening quotation mark belongs to the quoted text.
    if base.map({ $0.properties.generalCategory == .initialPunctuation }) ?? true {
      return start("◌", width: 1, body) && mark(scalar, body)
    }
    if marks.count < Glyph.maximumMarks { marks.append(scalar) }
    return true
  }

  private mutating func flush(_ body: (Glyph) -> Bool) -> Bool {
    guard let base else { return true }
    self.base = nil
    guard !marks.isEmpty else { return body(Glyph(scalar: base, width: width)) }
    var cluster = String(base)
    cluster.unicodeScalars.append(contentsOf: marks)
    marks.removeAll(keepingCapacity: true)
    return body(Glyph(scalar: base, cluster: cluster, width: width))
  }

  private func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, scalar.value > 0x7F, !(0x1F3FB...0x1F3FF).contains(scalar.value) else { return false }
    return scalar.properties.isEmoji
  }

  private static func letter(ofRegionalIndicator value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: "A") + UInt8(value - 0x1F1E6))
  }
}

extension String {
  /// Calls `body` with each glyph of the text until it returns `false`.
  func forEachGlyph(_ body: (Glyph) -> Bool) {
    var assembler = GlyphAssembler()
    var goesOn = true
    forEachComposedScalar { scalar in
      goesOn = assembler.add(scalar, body)
      return goesOn
    }
    if goesOn { assembler.finish(body) }
  }

  /// Calls `body` with the bytes of the text if it is nothing but printable ASCII, and returns whether it was.
  @inline(__always)
  func withPlainBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.isPlain else { return false }
      body(bytes)
      return true
    } ?? false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether each byte is a printable ASCII character, of one column.
  @inline(__always)
  fileprivate var isPlain: Bool {
    var strange: UInt8 = 0
    // The loop has no branch, so that the compiler can vectorise it.
    for byte in self { strange |= (byte &- 0x20) > 0x5E ? 1 : 0 }
    return strange == 0
  }
}
