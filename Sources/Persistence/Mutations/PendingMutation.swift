import FoundationEssentials

/// A pending mutation as stored in the book.
struct PendingMutation: Sendable {
  /// The number; mutations are performed in this order.
  var number: Int64
  var id: String
  var name: String
  var body: String
}

extension Mutation {
  /// The mutation as JSON.
  func stored() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }

  init(storedAs body: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(body.utf8))
  }
}

extension Transaction {
  /// Stores a mutation, and returns its number.
  func keep(id: String, name: String, body: String, owner: Int64) throws(StoreError) -> Int64 {
    let connection = checked()
    connection.noteWritingBesideTheLog()
    try connection.database.run(
      "INSERT INTO mutation(id, name, body, owner, time) VALUES (?, ?, ?, ?, \(SchemaSQL.now))", .text(id), .text(name),
      .text(body), .integer(owner))
    return connection.database.lastInsertedRow
  }

  /// Ends a pending mutation together with what its service has written into the book, so that no program performs it
  /// again after this transaction.
  ///
  /// For a service that writes into the book itself, in its last transaction. Neither `commit` nor `rollBack` is called
  /// then, and ``MutationManager/failures`` does not publish what the service throws later. Does nothing when it has
  /// ended.
  ///
  /// - Parameter id: The id of the request; see ``Mutation/perform(as:with:)``.
  /// - Throws: The reason why the book cannot be written.
  /// - Complexity: O(log *n*), where *n* is the number of pending mutations.
  public func endMutation(_ id: String) throws(StoreError) { _ = try forget(id) }

  /// - Returns: `false` when it was no longer stored, because another process has ended it, or its service.
  func forget(_ id: String) throws(StoreError) -> Bool {
    let connection = checked()
    try connection.database.run("DELETE FROM mutation WHERE id = ?", .text(id))
    guard connection.database.changes > 0 else { return false }
    connection.noteWritingBesideTheLog()
    return true
  }

  /// Makes the owner responsible for all mutations with these names that have no live owner, and returns all mutations
  /// of the owner in order.
  ///
  /// Nothing is written when there is nothing to take over.
  func takeOver(
    by owner: Int64, of names: Set<String>, unless isAlive: (Int64) -> Bool
  ) throws(StoreError) -> [PendingMutation] {
    let connection = checked()
    let pending = try connection.database.map("SELECT number, id, name, body, owner FROM mutation ORDER BY number") {
      row in
      (
        mutation: PendingMutation(number: row.integer(0), id: row.text(1), name: row.text(2), body: row.text(3)),
        owner: row.integer(4)
      )
    }
    var own: [PendingMutation] = []
    for (mutation, other) in pending where names.contains(mutation.name) {
      if other != owner {
        guard !isAlive(other) else { continue }
        connection.noteWritingBesideTheLog()
        try connection.database.run(
          "UPDATE mutation SET owner = ? WHERE number = ?", .integer(owner), .integer(mutation.number))
      }
      own.append(mutation)
    }
    return own
  }
}
