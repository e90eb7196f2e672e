import CNcurses
import Glibc

extension String {
  /// Calls `body` with each glyph of the text until it returns `false`.
  func forEachGlyph(_ body: (Glyph) -> Bool) {
    for scalar in unicodeScalars {
      let width = Int(wcwidth(wchar_t(scalar.value)))
      let glyph =
        width < 0 ? Glyph(scalar: "?", cluster: nil, width: 1) : Glyph(scalar: scalar, cluster: nil, width: width)
      if glyph.width > 0, !body(glyph) { return }
    }
  }

  /// The columns that the text takes on a terminal. O(length).
  public var displayWidth: Int {
    var width = 0
    forEachGlyph {
      width += $0.width
      return true
    }
    return width
  }
}
