import Persistence

/// The people of a shared book that one machine has changed while another one deleted them: the tables of
/// `Replication`.
extension Store {
  /// Whether there are people that ``takeKeptPeople()`` would return.
  ///
  /// - Throws: The reason why the book cannot be read.
  func hasKeptPeople() throws(StoreError) -> Bool {
    guard try !rows("SELECT 1 FROM sqlite_master WHERE name = 'sharing_notice'").isEmpty else { return false }
    return try !rows("SELECT 1 FROM sharing_notice LIMIT 1").isEmpty
  }

  /// The names of those people, each once for all programs.
  ///
  /// - Throws: The reason why the book cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of notices.
  func takeKeptPeople() async throws -> [String] {
    try await write { transaction in
      guard try !transaction.rows("SELECT 1 FROM sqlite_master WHERE name = 'sharing_notice'").isEmpty else {
        return []
      }
      let ids = try transaction.rows("SELECT DISTINCT id FROM sharing_notice ORDER BY number").map { row in
        if case .text(let id)? = row.first { id } else { "" }
      }
      try transaction.run("DELETE FROM sharing_notice")
      return try ids.compactMap { try transaction.get(Person.self, id: $0)?.name }
    }
  }
}
