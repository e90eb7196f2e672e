/// Makes glyphs of scalars: gathers marks on their base, and reduces what terminals disagree about.
///
/// Terminals do not agree about sequences of emoji, and a cell of ncurses holds one spacing character and four marks.
/// So of a joined or skin-toned emoji the first one is drawn, variation selectors are dropped, and a flag is drawn as
/// its two letters. The width of what is drawn is then the sum of `wcwidth`, on every terminal.
struct GlyphAssembler {
  private var base: Unicode.Scalar?
  private var width = 0
  private var marks: [Unicode.Scalar] = []
  /// A joiner came after an emoji: the next emoji belongs to the one that is drawn.
  private var isJoining = false

  /// Takes a scalar and hands on the glyph, or both glyphs, that it completes; `false` when `body` has had enough.
  ///
  /// What is remembered from one scalar to the next never crosses the border between two `Character`s, so that a text
  /// is as wide as its characters together.
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
    if let standIn = StandIn.scalar(for: scalar) { return alone(standIn, body) }
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

  /// Hands on the last glyph.
  mutating func finish(_ body: (Glyph) -> Bool) {
    _ = flush(body)
  }

  private mutating func start(_ scalar: Unicode.Scalar, width: Int, _ body: (Glyph) -> Bool) -> Bool {
    guard flush(body) else { return false }
    base = scalar
    self.width = width
    return true
  }

  /// A glyph on which no mark can stand.
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
    if base == nil { return start("◌", width: 1, body) && mark(scalar, body) }
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
  /// Whether each byte is a printable ASCII character: one column, and nothing to look up.
  @inline(__always)
  fileprivate var isPlain: Bool {
    var strange: UInt8 = 0
    // Without a branch in the loop, so that the compiler can look at many bytes at once.
    for byte in self { strange |= (byte &- 0x20) > 0x5E ? 1 : 0 }
    return strange == 0
  }
}
