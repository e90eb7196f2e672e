/// The parts of a postal address.
public struct PostalAddress: Hashable, Sendable {
  /// The street with the number of the house.
  public var street = ""
  /// The city, town or village.
  public var city = ""
  /// The state or province.
  public var region = ""
  /// The postal code.
  public var postcode = ""
  /// The country.
  public var country = ""
  /// The apartment, or what else is added to the street.
  public var extended = ""
  /// The post office box.
  public var poBox = ""

  /// Creates an empty address.
  public init() {}

  private static let paths: [WritableKeyPath<PostalAddress, String> & Sendable] = [
    \.street, \.city, \.region, \.postcode, \.country, \.extended, \.poBox,
  ]

  /// The parts as people type them: `12 Main St; London; ; W1; UK`.
  ///
  /// A backslash marks a semicolon that belongs to a part.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the parts.
  public var text: String {
    Self.joined(Self.paths.map { self[keyPath: $0].replacing("\\", with: "\\\\").replacing(";", with: "\\;") })
  }

  /// The text of an address without backslashes and semicolons in its parts.
  var plainText: String { Self.joined([street, city, region, postcode, country, extended, poBox]) }

  private static func joined(_ parts: [String]) -> String {
    let count = (parts.lastIndex { !$0.isEmpty } ?? -1) + 1
    return parts.prefix(count).joined(separator: "; ")
  }

  /// Reads the parts that ``text`` has; further ones belong to the last.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(text: String) {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, character == ";", parts.count < Self.paths.count {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = false
    }
    for (path, part) in zip(Self.paths, parts) { self[keyPath: path] = part.trimmed }
  }

  /// The address on one line: `12 Main St, London, W1, UK`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the parts.
  public var line: String {
    [poBox, extended, street, city, region, postcode, country]
      .flatMap(Self.lines).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The lines of a part, most of which have one.
  private static func lines(of part: String) -> [String] {
    if part.utf8.allSatisfy({ 0x20..<0x80 ~= $0 }) { return [part.trimmed] }
    return part.split(whereSeparator: \.isNewline).map { String($0).trimmed }
  }
}
