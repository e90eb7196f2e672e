/// Tags to add to people, and tags to remove from them.
public struct TagChange: Hashable, Sendable {
  /// The tags, without the minus, in the order in which they were typed.
  public let added, removed: [String]

  /// A change as the user types it, the tags to remove behind a minus: `friend, -work`; `nil` without a tag.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init?(typed text: String) {
    let words = TagsKind.tags(in: text)
    added = words.filter { !$0.hasPrefix("-") }
    removed = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()).trimmed }.filter { !$0.isEmpty }
    if added.isEmpty, removed.isEmpty { return nil }
  }
}
