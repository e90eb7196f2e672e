extension Person {
  /// The texts by which other people name this one.
  var namesAsRelated: [String] { [displayName, id, RelatedContent.scheme + id] }

  /// The relations to this person that other people have noted, such as `spouse of`, each with the other person; those
  /// of people that this person names are left out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of relations of all of them.
  public func relations(notedBy others: [Person]) -> [(label: String, person: Person)] {
    let own = Set(related.map(\.value))
    let names = namesAsRelated
    return others.filter { $0.id != id && own.isDisjoint(with: $0.namesAsRelated) }.flatMap { other in
      other.related.filter { names.contains($0.value) }.map { ($0.label.isEmpty ? "" : "\($0.label) of", other) }
    }
  }

  /// A value of the person's relations as people read it: an id is the name of the person with that id.
  ///
  /// - Complexity: O(*n*), where *n* is the number of others.
  public func relatedName(_ value: String, among others: [Person]) -> String {
    let id = RelatedContent().withoutScheme(value)
    return others.first { $0.id == id }?.displayName ?? value
  }
}
