/// The versions of vCard that are written.
public enum VCardVersion: String, Hashable, Sendable, CaseIterable {
  /// The versions of RFC 2426 and RFC 6350.
  case v3 = "3.0"
  /// Version 4.0, of RFC 6350.
  case v4 = "4.0"
}

/// Writes people as vCards: lines end with CR LF and are folded at 75 octets, and each card has FN, N and UID.
///
/// The lines that a person's card came with are written again, in their order, as long as they fit the person. REV is
/// written as it came until the person is changed.
public struct VCardWriter: PersonWriter, Sendable {
  /// The version of the cards.
  ///
  /// Lines that came with a card of another version are converted; those of this version keep their form.
  public var version: VCardVersion

  /// Makes a writer of cards of a version.
  public init(version: VCardVersion = .v3) {
    self.version = version
  }

  /// Appends the card of a person.
  ///
  /// - Returns: The part of the person that the text has.
  /// - Complexity: O(*n*), where *n* is the length of the card.
  @discardableResult
  public func write(_ person: Person, into output: inout String) -> WrittenPart {
    Self.fold("BEGIN:VCARD", into: &output)
    Self.fold("VERSION:\(version.rawValue)", into: &output)
    for line in lines(of: person, keepsForms: true) { Self.fold(line, into: &output) }
    Self.fold("END:VCARD", into: &output)
    return .everything
  }

  /// The lines of the card between VERSION and END, unfolded.
  ///
  /// - Parameter keepsForms: Whether lines of a card of this version keep their form; else they have the same form
  ///   wherever they are from, which other formats read and which can be compared.
  func lines(of person: Person, keepsForms: Bool = false) -> [String] {
    var composer = VCardComposer(person, version: version, keepsForms: keepsForms)
    return composer.lines()
  }

  /// Appends a line in pieces of at most 75 octets, never cutting a character.
  private static func fold(_ line: String, into output: inout String) {
    if line.utf8.count <= 75 {
      output += line
    } else {
      var line = line
      line.withUTF8 { bytes in
        var start = 0
        while start < bytes.count {
          // The blank that begins a continuation counts.
          var end = min(start + (start == 0 ? 75 : 74), bytes.count)
          while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
          if start > 0 { output += "\r\n " }
          output += String(decoding: bytes[start..<end], as: UTF8.self)
          start = end
        }
      }
    }
    output += "\r\n"
  }
}
