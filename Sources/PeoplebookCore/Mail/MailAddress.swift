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
  public static func list(in text: String) -> [MailAddress] { elements(in: text).addresses }

  /// The addresses of a list, and its other elements, such as the names of aliases.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func elements(in text: String) -> (addresses: [MailAddress], others: [String]) {
    var parser = Parser()
    for character in text { parser.read(character) }
    parser.end()
    return (parser.found, parser.others)
  }

  /// A state machine that reads a list of addresses by characters.
  private struct Parser {
    private enum State {
      case phrase, quoted
      /// Inside of `<…>`.
      case address
      /// Inside of `(…)`, this deep.
      case comment(depth: Int)
    }

    private(set) var found: [MailAddress] = []
    private(set) var others: [String] = []
    private var state = State.phrase
    private var isEscaped = false
    private var phrase = ""
    private var address: String?
    private var comment = ""

    mutating func read(_ character: Character) {
      if isEscaped {
        isEscaped = false
        return append(character)
      }
      switch (state, character) {
      case (.quoted, "\\"), (.comment, "\\"): isEscaped = true
      case (.quoted, "\""): state = .phrase
      case (.comment(let depth), ")"):
        state = depth > 1 ? .comment(depth: depth - 1) : .phrase
        if depth > 1 { append(character) }
      case (.comment(let depth), "("):
        append(character)
        state = .comment(depth: depth + 1)
      case (.address, ">"): state = .phrase
      case (.phrase, "\""): state = .quoted
      case (.phrase, "("): state = .comment(depth: 1)
      case (.phrase, "<"):
        state = .address
        address = ""
      case (.phrase, ","), (.phrase, ";"): end()
      case (.phrase, ":"):
        // What precedes is the name of a group.
        phrase = ""
      default: append(character)
      }
    }

    private mutating func append(_ character: Character) {
      switch state {
      case .phrase, .quoted: phrase.append(character)
      case .address: address?.append(character)
      case .comment: comment.append(character)
      }
    }

    /// Ends an address of the list.
    mutating func end() {
      defer { (state, phrase, address, comment) = (.phrase, "", nil, "") }
      // A route stands before the address: `<@relay.example:ada@example.org>`.
      if let text = address, text.hasPrefix("@"), let colon = text.lastIndex(of: ":") {
        address = String(text[colon...].dropFirst())
      }
      let plain = (address ?? phrase).filter { !$0.isWhitespace }
      guard plain.isEmailAddress else {
        if address == nil, !phrase.isBlank { others.append(phrase.trimmed) }
        return
      }
      let name = EncodedWords.decode(address == nil || phrase.isBlank ? comment : phrase).onOneLine.trimmed
      let isQuoted = name.count > 2 && name.hasPrefix("'") && name.hasSuffix("'")
      let unquoted = isQuoted ? String(name.dropFirst().dropLast()) : name
      found.append(MailAddress(name: unquoted.lowercased() == plain.lowercased() ? "" : unquoted, address: plain))
    }
  }
}
