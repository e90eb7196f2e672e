/// Lets a few connections of a client be made at a time, in the order in which they ask.
///
/// A connection that is being made holds 16 KiB for the headers of a response. A thousand of them at once would leave
/// their space behind in pieces that are too small for anything else. (RFC 6455 even asks for one at a time.)
struct OpeningTurns {
  /// The most connections that are made at the same time.
  static let limit = 32

  private var current: Set<Int> = []
  private var waiting: [Int] = []

  /// Asks for a turn; `false` if the connection has to wait until ``end(_:)`` returns its number.
  mutating func take(_ connection: Int) -> Bool {
    guard current.count < Self.limit else {
      waiting.append(connection)
      return false
    }
    current.insert(connection)
    return true
  }

  /// Ends the turn of a connection, or its wait, and returns the connection that is next.
  ///
  /// - Complexity: O(*n*), where *n* is the number of waiting connections.
  mutating func end(_ connection: Int) -> Int? {
    guard current.remove(connection) != nil else {
      waiting.removeAll { $0 == connection }
      return nil
    }
    guard !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    current.insert(next)
    return next
  }
}
