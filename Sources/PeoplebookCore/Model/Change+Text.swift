import Persistence

extension Change<Person> {
  /// What was done: `Changed Ada Lovelace`.
  var title: String { "\(verb.capitalizedFirst) \(record?.displayName ?? "a person")" }
}
