/// An address of a mail message, with the name that is given for it.
public struct MailAddress: Hashable, Sendable {
  /// The name, decoded; empty without one.
  public var name: String
  /// The address: `ada@example.org`.
  public var address: String

  /// Creates an address.
  public init(name: String = "", address: String) {
    self.name = name
    self.address = address
  }

  /// The addresses in the value of a header field: `"Lovelace, Ada" <ada@example.org>, bob@example.org (Bob)`.
  ///
  /// Names are decoded (RFC 2047). Groups count as their members, and what has no address is left out.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func list(in text: String) -> [MailAddress] {
    elements(in: text).addresses.filter(\.address.isEmailAddress)
  }

  /// The addresses of a list, and its other elements, such as the names of aliases.
  ///
  /// A text in angle brackets is an address, such as that of a user of this computer: `<root>`.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func elements(in text: String) -> (addresses: [MailAddress], others: [String]) {
    var parser = Parser()
    for scalar in text.unicodeScalars { parser.read(scalar) }
    parser.end()
    return (parser.found, parser.others)
  }

  /// A state machine that reads a list of addresses.
  ///
  /// It reads scalars: a mark after a bracket makes one character of both.
  private struct Parser {
    private enum State {
      case phrase, quoted
      /// Inside of `<…>`.
      case address
      /// Inside of quotation marks at the beginning of an address.
      case user
      /// Inside of `(…)`, this deep.
      case comment(depth: Int)
    }

    private(set) var found: [MailAddress] = []
    private(set) var others: [String] = []
    private var state = State.phrase
    private var isEscaped = false
    private var phrase = ""
    /// The phrase as it is written, without blanks outside of quotation marks: it may be an address.
    private var written = ""
    private var address: String?
    private var comment = ""

    mutating func read(_ scalar: Unicode.Scalar) {
      if isEscaped {
        isEscaped = false
        return append(scalar)
      }
      switch (state, scalar) {
      case (.quoted, "\\"), (.comment, "\\"), (.user, "\\"):
        isEscaped = true
        keep(scalar)
      case (.quoted, "\""):
        state = .phrase
        keep(scalar)
      case (.user, "\""):
        state = .address
        keep(scalar)
      case (.comment(let depth), ")"):
        state = depth > 1 ? .comment(depth: depth - 1) : .phrase
        if depth > 1 { append(scalar) }
      case (.comment(let depth), "("):
        append(scalar)
        state = .comment(depth: depth + 1)
      case (.address, ">"): state = .phrase
      case (.address, "\"") where address?.isEmpty == true:
        state = .user
        keep(scalar)
      case (.phrase, "\""):
        state = .quoted
        keep(scalar)
      case (.phrase, "("): state = .comment(depth: 1)
      case (.phrase, "<"):
        state = .address
        address = ""
      case (.phrase, ","), (.phrase, ";"): end()
      case (.phrase, ":"):
        // What precedes is the name of a group.
        (phrase, written) = ("", "")
      default: append(scalar)
      }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      switch state {
      case .phrase, .quoted: phrase.unicodeScalars.append(scalar)
      case .address, .user: break
      case .comment: comment.unicodeScalars.append(scalar)
      }
      keep(scalar)
    }

    /// Appends to the address, or to the phrase as it may be one.
    private mutating func keep(_ scalar: Unicode.Scalar) {
      switch state {
      case .phrase where !scalar.properties.isWhitespace, .quoted: written.unicodeScalars.append(scalar)
      case .address where !scalar.properties.isWhitespace, .user: address?.unicodeScalars.append(scalar)
      default: break
      }
    }

    /// Ends an address of the list.
    mutating func end() {
      defer { (state, phrase, written, address, comment) = (.phrase, "", "", nil, "") }
      // A route stands before the address: `<@relay.example:ada@example.org>`.
      if let text = address, text.hasPrefix("@"), let colon = text.lastIndex(of: ":") {
        address = String(text[colon...].dropFirst())
      }
      let hasQuotedUser = written.hasPrefix("\"") && written.contains("\"@")
      let plain = address ?? (hasQuotedUser ? written : phrase.filter { !$0.isWhitespace })
      guard address?.isEmpty == false || plain.isEmailAddress else {
        if address == nil, !phrase.isBlank { others.append(phrase.trimmed) }
        return
      }
      let name = EncodedWords.decode(address == nil || phrase.isBlank ? comment : phrase).onOneLine.trimmed
      let isQuoted = name.count > 2 && name.hasPrefix("'") && name.hasSuffix("'")
      let inner = isQuoted ? String(name.dropFirst().dropLast()) : name
      found.append(MailAddress(name: inner.lowercased() == plain.lowercased() ? "" : inner, address: plain))
    }
  }
}
