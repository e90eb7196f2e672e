/// The bounds of a card, and of a record that could be written as one: several times what people need.
///
/// A larger one is refused whole.
enum RecordLimits {
  /// The bytes of one unfolded line.
  ///
  /// A photo fits.
  static let line = 8 << 20
  /// The bytes of a card.
  static let card = 16 << 20
  /// The values of a card.
  ///
  /// A card may have twice as many lines, since a value can have its label on a line of its own. A group of many
  /// members fits.
  static let lines = 20_000
  /// The greatest nesting of cards as values of AGENT.
  ///
  /// Each level doubles the escapes of the one inside it.
  static let agents = 3
  /// The number of cards without an end that are kept open: the lines after the end of an inner card belong to the
  /// outer one.
  static let openCards = 8

  /// The limits, for the user.
  static let description = "\(lines.grouped) values, \(line >> 20) MB each, \(card >> 20) MB in all"

  /// The reason why a record with a value larger than ``line`` is beyond the limits, after `this record`.
  static let excessOfValue = "has a value larger than \(line >> 20) MB"
  /// The reason why a record larger than ``card`` is.
  static let excessOfSize = "is larger than \(card >> 20) MB"

  /// The reason why a card of these lines is beyond the limits, after `this record`; `nil` when it is not.
  ///
  /// - Parameter labels: The number of lines that are labels, which do not count.
  static func excess(of lines: some Sequence<String>, labels: Int = 0) -> String? {
    var (size, count) = (0, -labels)
    for text in lines {
      count += 1
      var length = text.utf8.count
      // A card escapes these signs.
      if length <= line {
        length += text.utf8.count { $0 == 0x2C || $0 == 0x3B || $0 == 0x5C || $0 == 0x0A }
      }
      if length > line { return excessOfValue }
      size += length
      if size > card { return excessOfSize }
    }
    return count > self.lines ? "has more than \(self.lines.grouped) values" : nil
  }

  /// The reason why the card of a person is beyond the limits; `nil` when it is not.
  ///
  /// A person beyond them can be exported, but not imported again.
  /// - Parameter size: The bytes of the person's record; a small one is not checked further.
  static func excess(of person: Person, ofSize size: Int) -> String? {
    if size <= lines { return nil }
    return excess(of: FieldCatalogue.current.fields.flatMap { $0.kind.values(of: person).map(\.value) })
  }
}
