extension Person {
  /// This person with what only `other` has: its values where this one has none, the further elements of its lists, and
  /// its note below this one's.
  public func merged(with other: Person) -> Person {
    var merged = self
    func fill(_ field: WritableKeyPath<Person, String>) {
      if merged[keyPath: field].isEmpty { merged[keyPath: field] = other[keyPath: field] }
    }
    if !hasName {
      merged.firstName = other.firstName
      merged.lastName = other.lastName
      merged.fullName = other.fullName
    }
    fill(\.nickname)
    fill(\.organisation)
    fill(\.title)
    merged.emails += other.emails.filter { new in !emails.contains { $0.value == new.value } }
    merged.phones += other.phones.filter { new in !phones.contains { $0.value == new.value } }
    merged.tags += other.tags.filter { !tags.contains($0) }
    merged.otherProperties += other.otherProperties.filter { !otherProperties.contains($0) }
    merged.birthday = birthday ?? other.birthday
    if !other.note.isEmpty, other.note != note { merged.note += (note.isEmpty ? "" : "\n") + other.note }
    return merged
  }
}
