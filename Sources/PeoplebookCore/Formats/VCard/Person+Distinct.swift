/// What a person of the user's has said: that two records are about two people.
///
/// It is a line of the card of one of them, so that it is undone, shared and exported with it.
extension Person {
  /// The property of the line; its value is the id of the other person.
  static let distinctProperty = "X-PEOPLEBOOK-DISTINCT"

  private static func distinctLine(_ id: String) -> String { "\(distinctProperty):\(VCardText.escape(id))" }

  /// Whether the user has said that this is another person than `other`.
  ///
  /// - Complexity: O(lines of both cards).
  public func isDistinct(from other: Person) -> Bool {
    otherProperties.contains(Self.distinctLine(other.id)) || other.otherProperties.contains(Self.distinctLine(id))
  }

  /// Notes that this is another person than `other`.
  ///
  /// - Complexity: O(lines of both cards).
  public mutating func noteDistinct(from other: Person) {
    if !isDistinct(from: other) { otherProperties.append(Self.distinctLine(other.id)) }
  }
}
