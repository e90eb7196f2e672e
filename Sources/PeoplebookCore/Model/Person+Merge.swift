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
    for other in others
    where merged.fullName.isEmpty && (merged.firstName, merged.lastName) == (other.firstName, other.lastName) {
      merged.fullName = other.fullName
    }
    for field in FieldCatalogue.current.fields { field.merge(others, into: &merged) }
    return merged
  }

  /// The values of `other` that this person, the result of a merge of both, does not have, as a field has one value:
  /// `organisation “Acme”`.
  ///
  /// - Parameter other: The person who was merged into this one.
  /// - Complexity: O(fields).
  func valuesDropped(from other: Person) -> [String] {
    FieldCatalogue.current.fields.filter { $0.formPlace != nil && !($0.kind is NameKind) }.flatMap { field in
      // Lists and notes keep the values of both.
      if field.kind.addsValues { return [String]() }
      let kept = field.kind.values(of: self)
      return field.kind.values(of: other).filter { !kept.contains($0) }.map { "\(field.name) \($0.value.excerpt)" }
    }
  }
}

extension PersonField {
  /// Adds the values that only `others` have; see ``FieldKind/merge(_:into:identity:)``.
  func merge(_ others: [Person], into person: inout Person) {
    kind.merge(others, into: &person) { comparison?.identity(of: $0) ?? $0 }
  }

  /// Changes the value of a person to that of a file, if the file has one; values of lists and paragraphs are added.
  ///
  /// - Complexity: O(values of both).
  func update(_ person: inout Person, with read: Person) {
    if kind.isBlank(in: read) { return }
    guard kind.addsValues else { return kind.copy(from: read, to: &person) }
    if let kind = kind as? ParagraphsKind, person[keyPath: kind.path].contains(read[keyPath: kind.path]) { return }
    merge([read], into: &person)
  }
}

extension FieldKind {
  /// Whether the values of a file are added to those of a person, and do not replace them.
  var addsValues: Bool { self is any ListFieldKind || self is ParagraphsKind }
}

/// A merge of people that was made.
public struct MergeOutcome: Hashable, Sendable {
  /// How many of the people were still in the book; unless all were, nothing was changed.
  public var count = 0
  /// The values that were not kept: a sentence for each person with some, without a full stop.
  public var losses: [String] = []

  /// The outcome for people who are now one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of people.
  init(_ people: [Person], merged: Person) {
    count = people.count
    losses = people.dropFirst().compactMap { person in
      let values = merged.valuesDropped(from: person)
      if values.isEmpty { return nil }
      return "Not kept from \(person.displayName.shortened): \(values.listed(last: "and"))"
    }
  }
}
