import CNcurses
import Glibc

/// The character properties of the C library.
///
/// ncurses uses the same `wcwidth`, so both always agree about columns.
enum TextLocale {
  /// Whether the user's locale uses UTF-8; if not, only ASCII may be sent to the terminal.
  ///
  /// The first access sets the character locale of the process: the user's, unless the program has set one already, and
  /// `C.UTF-8` if the user's supports only ASCII, because widths are needed in any case.
  static let isUTF8: Bool = {
    let chosen = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    if chosen == "C" || chosen == "POSIX" { _ = setlocale(LC_CTYPE, "") }
    if codeset == "UTF-8" { return true }
    _ = setlocale(LC_CTYPE, "C.UTF-8")
    return false
  }()

  private static var codeset: String {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
  }

  /// The number of columns of a scalar: 0, 1 or 2; -1 for a scalar that cannot be printed.
  @inline(__always)
  static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value >= 0x20 ? 1 : -1 }
    _ = isUTF8
    return Int(wcwidth(wchar_t(bitPattern: scalar.value)))
  }
}

extension wchar_t {
  /// `wchar_t` is 32 bits and signed here; every scalar fits.
  init(bitPattern value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }
}
