/// The bounds of a card: several times what the cards of people need.
///
/// A larger card is refused whole.
enum VCardLimits {
  /// The bytes of one unfolded line.
  ///
  /// A photo fits.
  static let line = 8 << 20
  /// The bytes of a card.
  static let card = 16 << 20
  /// The lines of a card, and the values in one line.
  ///
  /// A group of many members fits.
  static let lines = 20_000
  /// The greatest nesting of cards as values of AGENT.
  ///
  /// Each level doubles the escapes of the one inside it.
  static let agents = 3
  /// The number of cards without an end that are kept open: the lines after the end of an inner card belong to the
  /// outer one.
  static let openCards = 8
}
