// The standard library's normalisation, which it provides to swift-foundation under this name, so that no other library
// has to be loaded.
@_spi(_Unicode) import Swift

extension String {
  /// The scalars of the canonical composition (NFC): accents on their letters, Hangul in syllables.
  @inline(__always)
  func forEachComposedScalar(_ body: (Unicode.Scalar) -> Bool) {
    if isComposable {
      for scalar in _nfc where !body(scalar) { return }
    } else {
      for scalar in unicodeScalars where !body(scalar) { return }
    }
  }

  /// The scalars of the canonical decomposition (NFD).
  var decomposed: [Unicode.Scalar] { Array(_nfd) }

  /// Whether composing may change the text.
  ///
  /// Few texts have marks or parts of Hangul syllables.
  private var isComposable: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0..<0x300: false
      case 0x1160...0x11FF: true
      case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x1F000...: false
      default: scalar.properties.canonicalCombiningClass != .notReordered
      }
    }
  }
}
