import Persistence

/// A text that another machine wrote into a field of a shared book at the same time as the present one.
public struct KeptText: Hashable, Sendable {
  /// The column of the field; see ``PersonField/column``.
  public let column: String
  /// The text that the field does not have.
  public let text: String
  /// The name of the machine that wrote it.
  public let machine: String
}

/// The texts that the merge of a shared book has kept beside the present ones: the tables of `Replication`.
extension Store {
  /// The texts that were kept for a person, until the user has chosen: the latest first.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log *n*) in the number of kept texts.
  public func keptTexts(of id: String) throws(StoreError) -> [KeptText] {
    guard try hasTable("sharing_conflict") else { return [] }
    return try rows(
      """
      SELECT field, value, machine FROM sharing_conflict WHERE entity = ? AND id = ? ORDER BY time DESC, machine
      """, [.text(Person.table.name), .text(id)]
    ).compactMap { row in
      guard case .text(let column) = row[0], case .text(let text) = row[1], case .text(let machine) = row[2] else {
        return nil
      }
      return KeptText(column: column, text: text, machine: machine)
    }
  }
}

extension Transaction {
  /// Notes that the user has chosen the text of a field, so that the other machines forget those that were kept.
  ///
  /// - Throws: The reason why the book cannot be written.
  func settleKeptTexts(of id: String, column: String) throws(StoreError) {
    // The sharing may have ended in between.
    guard try !rows("SELECT 1 FROM sqlite_master WHERE name = 'sharing_conflict'").isEmpty else { return }
    let entity = Person.table.name
    try run(
      "DELETE FROM sharing_conflict WHERE entity = ? AND id = ? AND field = ?",
      [.text(entity), .text(id), .text(column)])
    try run("INSERT OR REPLACE INTO sharing VALUES (?, x'')", [.text("settled \(entity) \(column) \(id)")])
  }
}
