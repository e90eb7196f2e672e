import Persistence

/// The effect of adding a mail address to the book.
public enum MailAddressAddition: Hashable, Sendable {
  /// A person has the address already.
  case present(Person)
  /// A person of this name got the address.
  case extended(Person)
  /// A new person was added.
  case added(Person)

  /// The person with the address.
  public var person: Person {
    switch self {
    case .present(let person), .extended(let person), .added(let person): person
    }
  }
}

extension Store {
  /// Adds addresses that no person of the book has, in one transaction.
  ///
  /// An address is added to the only person who is called exactly as the mail says, when that is a name of two words or
  /// more; else to a new person.
  ///
  /// - Returns: The effect of each address, in the order of the addresses.
  /// - Throws: ``PersonLookupError/several(_:_:)`` when several people have the name, and nothing is changed; when the
  ///   book cannot be written.
  /// - Complexity: O(*k* log *n*), where *k* is the number of addresses and *n* is that of the people.
  public func add(_ addresses: [MailAddress]) async throws -> [MailAddressAddition] {
    try await write { transaction in try addresses.map { try transaction.add($0) } }
  }
}

extension Transaction {
  fileprivate func add(_ address: MailAddress) throws -> MailAddressAddition {
    let key = address.address.lowercased()
    let owner = try fetch(Query<Person>().search(address.address)).first { person in
      person.emails.contains { $0.value.lowercased() == key }
    }
    if let owner { return .present(owner) }
    let value = LabeledValue(value: address.address)
    let name = FullName.withoutRemark(address.name)
    if name.split(whereSeparator: \.isWhitespace).count > 1 {
      let namesakes = PersonLookup.people(called: name, among: try fetch(Query<Person>().search(name)))
      if namesakes.count > 1 { throw PersonLookupError.several(address.name, namesakes) }
      if var person = namesakes.first {
        person.emails.append(value)
        try update(person)
        return .extended(person)
      }
    }
    var person = Person()
    person.emails = [value]
    person.setFullName(address.name)
    return .added(try insert(person))
  }
}
