import Persistence

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

extension Transaction {
  /// Saves the fields that were changed in `original`; other people’s relations to the person follow a new name.
  ///
  /// - Returns: The person as saved, with the changes that other programs have made to other fields.
  /// - Throws: `StoreError.conflict` when another program changed the same fields, otherwise the reason why the book
  ///   cannot be written.
  /// - Complexity: O(*k* log *n*) for *k* relations among *n* people, and O(people with the words of the names).
  @discardableResult
  public func saveEdits(of person: Person, from original: Person) throws -> Person {
    var edited = person
    edited.followNameParts(from: original)
    return try saveFields(of: edited, from: original)
  }

  /// As ``saveEdits(of:from:)``, without a full name that follows the parts of the name.
  @discardableResult
  func saveFields(of person: Person, from original: Person) throws -> Person {
    let before = try get(Person.self, id: original.id)
    let saved = try update(person, editedFrom: original)
    if let before { try moveRelations(from: [before], to: saved) }
    return saved
  }

  /// Lets the relations that other people have noted to some people name `person` instead.
  ///
  /// A name that another person has too stays, since it may mean that one. A person without a unique name is named by
  /// the id.
  ///
  /// - Parameter former: The people as they were before the change.
  func moveRelations(from former: [Person], to person: Person, monitor: WriteMonitor = WriteMonitor()) throws {
    let names = Set(former.flatMap(\.namesAsRelated)).subtracting(person.namesAsRelated)
    if names.isEmpty { return }
    let others = try fetch(Query<Person>().where(.contains(\.related, anyOf: names.sorted())))
      .filter { $0.row != person.row }
    if others.isEmpty { return }
    var replaced: [String: String] = [:]
    for old in former where old.id != person.id {
      replaced[old.id] = person.id
      replaced[RelatedContent.scheme + old.id] = RelatedContent.scheme + person.id
    }
    let isKnownByName = try !person.name.isEmpty && isUnique(person.displayName, besides: person)
    let name = isKnownByName ? person.displayName : RelatedContent.scheme + person.id
    for old in former where !old.name.isEmpty && names.contains(old.displayName) {
      if try isUnique(old.displayName, besides: person) { replaced[old.displayName] = name }
    }
    try update(Person.self, rows: others.map(\.row), monitor: monitor) { other in
      other.renameRelated(replaced)
    }
  }

  /// Removes the relations of a merged person to the people who were merged; a name that another person has too stays.
  func removeRelations(among people: [Person], from result: inout Person) throws {
    let rows = Set(people.map(\.row))
    let names = Set(people.flatMap(\.namesAsRelated))
    let own = try Set(result.related.map(\.value).filter(names.contains)).filter { name in
      try !fetch(Query<Person>().search(name)).contains { !rows.contains($0.row) && $0.displayName == name }
    }
    result.related.removeAll { own.contains($0.value) }
  }

  /// Whether no person but one has a name.
  private func isUnique(_ name: String, besides person: Person) throws -> Bool {
    try !fetch(Query<Person>().search(name)).contains { $0.row != person.row && $0.displayName == name }
  }
}

extension Person {
  /// Gives relations other values; of two that are then the same, one is kept.
  fileprivate mutating func renameRelated(_ replaced: [String: String]) {
    guard related.contains(where: { replaced[$0.value] != nil }) else { return }
    var seen: Set<LabeledValue> = []
    related = related.map { LabeledValue(label: $0.label, value: replaced[$0.value] ?? $0.value) }
      .filter { seen.insert($0).inserted }
  }
}

extension Person {
  /// Lets a full name, which was written for the former parts of the name, follow those that were edited.
  ///
  /// A part that it does not have as whole words changes nothing.
  mutating func followNameParts(from original: Person) {
    guard !fullName.isEmpty, fullName == original.fullName else { return }
    var words = fullName.split(whereSeparator: \.isWhitespace)
    for key in [TextKey.prefix, .middleName, .suffix] where self[key] != original[key] {
      let (old, new) = (
        original[key].split(whereSeparator: \.isWhitespace), self[key].split(whereSeparator: \.isWhitespace)
      )
      let starts = words.indices.filter { words[$0...].starts(with: old) }
      switch key {
      case _ where !old.isEmpty:
        guard let start = key == .suffix ? starts.last : starts.first else { continue }
        words.replaceSubrange(start..<start + old.count, with: new)
      case .prefix where !words.starts(with: new): words = new + words
      case .suffix where !words.suffix(new.count).elementsEqual(new): words += new
      default: continue
      }
    }
    if words != fullName.split(whereSeparator: \.isWhitespace) { fullName = words.joined(separator: " ") }
  }
}
