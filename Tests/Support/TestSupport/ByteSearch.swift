import Glibc

extension UnsafeRawBufferPointer {
  /// Whether the bytes contain a text of ASCII; `ignoringCase`: in any case of its letters.
  ///
  /// The C library looks at them, since a generic search of a large file takes many seconds in a debug build.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Bool {
    guard let first = text.utf8.first.map(Int32.init) else { return true }
    let length = text.utf8.count
    return (ignoringCase ? [tolower(first), toupper(first)] : [first]).contains { first in
      var rest = self
      while rest.count >= length, let start = rest.baseAddress,
        let found = memchr(start, first, rest.count - length + 1)
      {
        let word = found.assumingMemoryBound(to: CChar.self)
        if (ignoringCase ? strncasecmp(word, text, length) : strncmp(word, text, length)) == 0 { return true }
        rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start + 1)...])
      }
      return false
    }
  }
}
