import Synchronization

/// The fields of a person, in the order of the form.
public struct FieldCatalogue: Sendable {
  /// The fields of this process.
  public static let current = additions.withLock { state in
    state.isInUse = true
    return FieldCatalogue(PersonField.standard + state.fields)
  }

  /// Adds fields to those of this process.
  ///
  /// - Precondition: ``current`` was not used yet, and no field shares a key, column, option, property, heading or slot
  ///   with another.
  /// - Complexity: O(*n*), where *n* is the number of added fields.
  public static func add(_ fields: [PersonField]) {
    additions.withLock { state in
      precondition(!state.isInUse, "add fields before the catalogue is first used")
      state.fields += fields
    }
  }

  private static let additions = Mutex<(fields: [PersonField], isInUse: Bool)>(([], false))

  /// Every field.
  public let fields: [PersonField]
  /// The fields that are shown where there is no name, the best first.
  public let standIns: [PersonField]
  /// The fields of which a person needs one, for a sentence: `name, …, phone, title or note`.
  public let needed: String
  /// The fields that have a column in lists.
  public let listed: [PersonField]
  /// The fields that a list on the screen can show: first ``listed``, which it shows unless the user chooses others.
  public let listable: [PersonField]
  /// The fields that a search covers.
  let searched: [PersonField]

  init(_ fields: [PersonField]) {
    self.fields = fields
    listed = fields.filter { $0.listColumn != nil }
    listable = listed + fields.filter { $0.listColumn == nil && $0.cardPlace != nil }
    searched = fields.filter(\.isSearched)
    standIns = fields.filter { $0.standInRank != nil }.sorted { ($0.standInRank ?? 0) < ($1.standInRank ?? 0) }
    needed = (["name"] + standIns.map(\.name)).listed(last: "or")
    let identities: [(String, [String])] = [
      ("key", fields.map(\.id)), ("column", fields.map(\.column)), ("option", fields.compactMap(\.option?.name)),
      ("property", fields.compactMap(\.property).flatMap { [$0.path] + $0.aliases }),
      ("heading", fields.flatMap(\.headings)),
      ("slot", fields.compactMap { ($0.kind as? any KeyedTextKind).map { "\($0.key.slot)" } }),
    ]
    for (name, names) in identities {
      let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
      precondition(repeated.isEmpty, "give each field a \(name) of its own, unlike \(repeated.sorted())")
    }
  }

  /// The version of the book: that of its latest field, or of the latest change of the store's own tables.
  var version: Int32 { max(fields.map(\.version).max() ?? 1, Self.versionOfTables) }

  /// The version in which the store's own tables changed last; a field that is added later has a higher one.
  static let versionOfTables: Int32 = 6
}
