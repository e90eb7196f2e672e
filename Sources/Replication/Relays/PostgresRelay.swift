import Algorithms
import Dispatch
import Persistence

/// A table in a PostgreSQL database: for teams, and for many books.
///
/// TLS and the roles are the server's. Members need to read, insert and delete in the table `peoplebook_relay`, which
/// the first one creates.
public actor PostgresRelay: Relay {
  private nonisolated let executor = QueueExecutor(label: "relay")
  /// The actor's queue, on which it also waits for the server.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// What the last reading could not decode.
  public private(set) var unreadable: [String] = []
  private let address: String
  private let book: String
  private var opened: PostgresConnection?
  private var listeners: [Int: WeakNews] = [:]
  private var lastListener = 0
  private var listening: PostgresConnection?

  /// The relay of a book in a database.
  ///
  /// - Parameters:
  ///   - address: `postgresql://…`, or another connection string of libpq.
  ///   - book: The identifier of the book.
  init(address: String, book: [UInt8]) {
    self.address = address
    self.book = Hexadecimal.text(of: book)
  }

  private var channel: String { "peoplebook_\(book)" }

  private static let schema = """
    CREATE TABLE peoplebook_relay (
      book bytea NOT NULL, kind smallint NOT NULL, machine bytea NOT NULL, number bigint NOT NULL,
      part integer NOT NULL, parts integer NOT NULL, body bytea NOT NULL,
      PRIMARY KEY (book, kind, machine, number, part))
    """

  private func connection() throws(RelayError) -> PostgresConnection {
    if let opened, opened.isAlive { return opened }
    let connection = try PostgresConnection(address)
    if try connection.run("SELECT to_regclass('peoplebook_relay')::text").first?.first?.isEmpty != false {
      // Two members may do so at the same time.
      do { try connection.run(Self.schema) } catch {
        try connection.run("SELECT 1 FROM peoplebook_relay LIMIT 1")
      }
    }
    opened = connection
    return connection
  }

  /// Runs a statement, once more on a new connection when the server has ended the current one.
  ///
  /// Each statement leads to the same result when it is run twice.
  @discardableResult
  private func run(_ sql: String, _ parameters: [String]) throws(RelayError) -> [[[UInt8]]] {
    let connection = try connection()
    do {
      return try connection.run(sql, parameters)
    } catch {
      guard !connection.isAlive else { throw error }
      return try self.connection().run(sql, parameters)
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hex(_ machine: MachineID) -> String { "\\x\(machine)" }

  private var bookValue: String { "\\x\(book)" }

  // MARK: Entries

  public func heads() async throws -> VersionVector {
    // Visits one entry of each machine, not all of them.
    let rows = try run(
      """
      WITH RECURSIVE known(machine) AS (
        (SELECT machine FROM peoplebook_relay WHERE book = $1::bytea AND kind = 1 ORDER BY machine LIMIT 1)
        UNION ALL
        SELECT (SELECT machine FROM peoplebook_relay
          WHERE book = $1::bytea AND kind = 1 AND machine > known.machine ORDER BY machine LIMIT 1)
        FROM known WHERE known.machine IS NOT NULL)
      SELECT encode(machine, 'hex'), (SELECT max(number) FROM peoplebook_relay
        WHERE book = $1::bytea AND kind = 1 AND machine = known.machine)::text
      FROM known WHERE machine IS NOT NULL
      """, [bookValue])
    var heads = VersionVector()
    for row in rows {
      if let machine = MachineID(Self.text(row[0])) { heads[machine] = Int64(Self.text(row[1])) ?? 0 }
    }
    return heads
  }

  private static let batch = 2_000
  private static let enough = 4 << 20

  public func entries(after seen: VersionVector) async throws -> [SealedEntry] {
    var entries: [SealedEntry] = []
    unreadable = []
    let heads = try await heads().sorted.filter { $0.number > seen[$0.machine] }
    for head in heads {
      let rows = try run(
        """
        SELECT body FROM (
          SELECT number, body, sum(length(body)) OVER (ORDER BY number) - length(body) AS before
          FROM (
            SELECT number, body FROM peoplebook_relay
            WHERE book = $1::bytea AND kind = 1 AND machine = $2::bytea AND number > $3::bigint
            ORDER BY number LIMIT \(Self.batch)) AS next) AS sized
        WHERE before < $4::bigint ORDER BY number
        """, [bookValue, Self.hex(head.machine), "\(seen[head.machine])", "\(Self.enough / heads.count)"])
      for row in rows {
        if let entry = SealedEntry(bytes: row[0]), entry.id.machine == head.machine {
          entries.append(entry)
        } else {
          unreadable.append(Self.damage(of: head.machine))
        }
      }
    }
    return entries
  }

  public func checkWriting() async throws {
    let rows = try run(
      """
      SELECT current_setting('transaction_read_only'), (has_table_privilege('peoplebook_relay', 'INSERT')
        AND has_table_privilege('peoplebook_relay', 'DELETE'))::text
      """, [])
    guard let row = rows.first.map({ $0.map(Self.text) }) else { return }
    if row[0] == "on" { throw RelayError.refused("the server can only be read") }
    if row[1] != "true" {
      throw RelayError.refused("no right to insert into and delete from the table peoplebook_relay")
    }
  }

  public func append(_ entries: [SealedEntry]) async throws {
    for (machine, own) in Dictionary(grouping: entries, by: \.id.machine) {
      let numbers = "{\(own.map { "\($0.id.number)" }.joined(separator: ","))}"
      let bodies = "{\(own.map { Hexadecimal.text(of: $0.bytes) }.joined(separator: ","))}"
      let parameters = [bookValue, Self.hex(machine), numbers, bodies]
      let stored = try run(
        """
        WITH new AS (
          INSERT INTO peoplebook_relay(book, kind, machine, number, part, parts, body)
          SELECT $1::bytea, 1, $2::bytea, number, 0, 1, decode(body, 'hex')
          FROM unnest($3::bigint[], $4::text[]) AS entry(number, body)
          ON CONFLICT DO NOTHING RETURNING number)
        SELECT count(*)::text, pg_notify('\(channel)', '')::text FROM new
        """, parameters)
      guard stored.first.flatMap({ Int(Self.text($0[0])) }) != own.count else { continue }
      let other = try run(
        """
        SELECT number::text FROM peoplebook_relay
        JOIN unnest($3::bigint[], $4::text[]) AS entry(number, body) USING (number)
        WHERE book = $1::bytea AND kind = 1 AND machine = $2::bytea
          AND peoplebook_relay.body <> decode(entry.body, 'hex') LIMIT 1
        """, parameters)
      if let number = other.first.flatMap({ Int64(Self.text($0[0])) }) {
        throw RelayError.taken(EntryID(machine: machine, number: number))
      }
    }
  }

  public func removeEntries(of machine: MachineID, through number: Int64) async throws {
    try run(
      """
      DELETE FROM peoplebook_relay
      WHERE book = $1::bytea AND kind = 1 AND machine = $2::bytea AND number <= $3::bigint
      """, [bookValue, Self.hex(machine), "\(number)"])
  }

  // MARK: Snapshots

  public func snapshots() async throws -> [EntryID] {
    try run(
      """
      SELECT encode(machine, 'hex'), number::text FROM peoplebook_relay WHERE book = $1::bytea AND kind = 2
      GROUP BY machine, number HAVING count(*) = max(parts) ORDER BY machine, number
      """, [bookValue]
    ).compactMap { row in
      guard let machine = MachineID(Self.text(row[0])), let number = Int64(Self.text(row[1])) else { return nil }
      return EntryID(machine: machine, number: number)
    }
  }

  public func snapshot(_ id: EntryID) async throws -> [SealedEntry] {
    try run(
      """
      SELECT body FROM peoplebook_relay
      WHERE book = $1::bytea AND kind = 2 AND machine = $2::bytea AND number = $3::bigint ORDER BY part
      """, [bookValue, Self.hex(id.machine), "\(id.number)"]
    ).compactMap { SealedEntry(bytes: $0[0]) }
  }

  public func store(snapshot parts: [SealedEntry]) async throws {
    guard let id = parts.first?.id else { return }
    for (index, part) in parts.enumerated() {
      try run(
        """
        INSERT INTO peoplebook_relay(book, kind, machine, number, part, parts, body)
        VALUES ($1::bytea, 2, $2::bytea, $3::bigint, $4::integer, $5::integer, decode($6, 'hex'))
        ON CONFLICT DO NOTHING
        """,
        [
          bookValue, Self.hex(id.machine), "\(id.number)", "\(index)", "\(parts.count)",
          Hexadecimal.text(of: part.bytes),
        ])
    }
    try run(
      """
      DELETE FROM peoplebook_relay
      WHERE book = $1::bytea AND kind = 2 AND machine = $2::bytea AND number < $3::bigint
      """,
      [bookValue, Self.hex(id.machine), "\(id.number)"])
  }

  // MARK: News

  public func news() async throws -> RelayNews {
    // A connection of its own, so that notifications are not mixed with results.
    if listening?.isAlive != true {
      let connection = try PostgresConnection(address)
      try connection.run("LISTEN \(channel)")
      try connection.listen(
        on: executor.queue, notice: { [weak self] in self?.assumeIsolated { $0.notify() } },
        lost: { [weak self] in self?.assumeIsolated { $0.lose() } })
      listening = connection
    }
    lastListener += 1
    let number = lastListener
    let news = RelayNews { [weak self] in
      guard let self else { return }
      executor.queue.async { self.assumeIsolated { $0.listeners[number] = nil } }
    }
    listeners[number] = WeakNews(news: news)
    return news
  }

  private struct WeakNews {
    weak var news: RelayNews?
  }

  private func notify() {
    for listener in listeners.values { listener.news?.note() }
  }

  private func lose() {
    listening = nil
    let ended = listeners.values
    listeners = [:]
    for listener in ended { listener.news?.finish() }
  }
}
