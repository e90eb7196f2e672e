import Glibc

extension String {
  /// The path, with `~` at its beginning spelled out as a shell would.
  var withHomeSpelledOut: String {
    guard self == "~" || hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }
}
