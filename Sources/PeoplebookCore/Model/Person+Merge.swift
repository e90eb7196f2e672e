extension Person {
  /// This person with what only `other` has: its values where this one has none, the further elements of its lists, and
  /// its note below this one's.
  public func merged(with other: Person) -> Person {
    merged(with: CollectionOfOne(other))
  }

  /// This person with what only `others` have, one after the other.
  ///
  /// - Complexity: O(values of all of them).
  public func merged(with others: some Sequence<Person>) -> Person {
    var merged = self
    var emails = Set(emails.map(\.value))
    var phones = Set(phones.map(\.value))
    var tags = Set(tags)
    var properties = Set(otherProperties)
    for other in others {
      func fill(_ field: WritableKeyPath<Person, String>) {
        if merged[keyPath: field].isEmpty { merged[keyPath: field] = other[keyPath: field] }
      }
      if !merged.hasName {
        merged.firstName = other.firstName
        merged.lastName = other.lastName
        merged.fullName = other.fullName
      }
      fill(\.nickname)
      fill(\.organisation)
      fill(\.title)
      merged.emails += other.emails.filter { emails.insert($0.value).inserted }
      merged.phones += other.phones.filter { phones.insert($0.value).inserted }
      merged.tags += other.tags.filter { tags.insert($0).inserted }
      merged.otherProperties += other.otherProperties.filter { properties.insert($0).inserted }
      merged.birthday = merged.birthday ?? other.birthday
      if !other.note.isEmpty, other.note != merged.note {
        merged.note += (merged.note.isEmpty ? "" : "\n") + other.note
      }
    }
    return merged
  }
}
