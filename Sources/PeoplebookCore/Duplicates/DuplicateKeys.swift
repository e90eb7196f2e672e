import Persistence

/// The texts by which two records of one person are recognised, in a form in which they are equal.
struct DuplicateKeys {
  /// The fields with the values by which people are compared.
  static let fields = FieldCatalogue.current.fields.filter { $0.comparison != nil }

  /// The compared values of each of the ``fields``, in the order of the person's; empty for one that says nothing.
  let values: [[String]]
  /// The folded words of the name in alphabetical order, between blanks.
  let name: String
  /// The sound of a name of two words and more; empty for other names.
  let sound: String

  init(_ person: Person) {
    values = Self.fields.map { field in
      field.kind.values(of: person).map { field.comparison?.key($0.value) ?? "" }
    }
    let words = person.hasName ? SearchWords(person.name).words.sorted() : []
    name = words.joined(separator: " ")
    let codes = words.compactMap { SoundCode($0)?.text }
    sound = codes.count == words.count && codes.count > 1 ? codes.sorted().joined(separator: " ") : ""
  }

  /// Every key that makes candidates of those who share it, with a mark of its kind.
  var all: Set<String> { Set(fieldKeys { $0.findsPairs } + nameKeys) }

  /// The name and its sound, with a mark of each; without empty ones.
  var nameKeys: [String] { [("n", name), ("s", sound)].filter { !$0.1.isEmpty }.map { $0 + $1 } }

  /// The values that are not empty, of the fields with a comparison that is wanted, each with a mark of its field.
  func fieldKeys(where isWanted: (PersonField.Comparison) -> Bool = { _ in true }) -> [String] {
    zip(Self.fields, values).flatMap { field, values in
      field.comparison.map(isWanted) == true ? values.filter { !$0.isEmpty }.map { "\(field.id)=\($0)" } : []
    }
  }
}
