extension Person {
  /// This person with the values that only `other` has: its values for empty fields, the further elements of its lists,
  /// and its note below this one's.
  ///
  /// An e-mail address or a phone number that both have in two spellings stays as this person has it.
  ///
  /// - Complexity: O(values of both).
  public func merged(with other: Person) -> Person {
    merged(with: CollectionOfOne(other))
  }

  /// This person with the values that only `others` have, one after the other.
  ///
  /// - Complexity: O(values of all of them).
  public func merged(with others: some Sequence<Person>) -> Person {
    let others = Array(others)
    var merged = self
    for other in others where !merged.hasName {
      (merged.firstName, merged.lastName) = (other.firstName, other.lastName)
      merged.fullName = other.fullName
    }
    for field in FieldCatalogue.current.fields {
      field.kind.merge(others, into: &merged) { field.comparison?.identity(of: $0) ?? $0 }
    }
    return merged
  }
}
