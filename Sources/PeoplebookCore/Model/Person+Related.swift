extension Person {
  /// The texts by which other people name this one.
  var namesAsRelated: [String] { [displayName, id, RelatedContent.scheme + id] }
}
