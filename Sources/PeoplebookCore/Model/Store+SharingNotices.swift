import Persistence

/// The names of the people about whom the merge of a shared book has something to say.
struct SharingNotices: Hashable, Sendable {
  /// Those that one machine has changed while another one deleted them, and that are kept.
  var keptPeople: [String] = []
  /// Those with a text that was changed on two machines at the same time.
  var keptTexts: [String] = []
}

/// The notices of a shared book: the tables of `Replication`.
extension Store {
  /// Whether the book has a table of another module, such as those of a shared book.
  ///
  /// - Throws: The reason why the book cannot be read.
  func hasTable(_ name: String) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]).isEmpty
  }

  /// Whether there is something that ``takeSharingNotices()`` would return.
  ///
  /// - Throws: The reason why the book cannot be read.
  func hasSharingNotices() throws(StoreError) -> Bool {
    guard try hasTable("sharing_notice") else { return false }
    return try !rows("SELECT 1 FROM sharing_notice LIMIT 1").isEmpty
  }

  /// The notices, each once for all programs.
  ///
  /// - Throws: The reason why the book cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of notices.
  func takeSharingNotices() async throws -> SharingNotices {
    guard try hasTable("sharing_notice") else { return SharingNotices() }
    return try await write { transaction in
      var notices = SharingNotices()
      for row in try transaction.rows("SELECT kind, id FROM sharing_notice GROUP BY kind, id ORDER BY min(number)") {
        guard case .text(let kind) = row[0], case .text(let id) = row[1],
          let name = try transaction.get(Person.self, id: id)?.name
        else { continue }
        switch kind {
        case "keptDespiteDeletion": notices.keptPeople.append(name)
        case "keptText": notices.keptTexts.append(name)
        default: break
        }
      }
      try transaction.run("DELETE FROM sharing_notice")
      return notices
    }
  }
}
