import CPostgreSQL
import Glibc

/// The time that PostgreSQL itself takes to bring a row to another connection: an insertion with a notice, and the
/// query that follows it.
@MainActor
final class PostgresRoundTrip {
  private let writer: OpaquePointer
  private let reader: OpaquePointer

  init(_ address: String) throws {
    guard let writer = PQconnectdb(address), let reader = PQconnectdb(address) else {
      throw NotMeasured("there is no memory for a connection")
    }
    (self.writer, self.reader) = (writer, reader)
    try run(writer, "CREATE TABLE round_trip(number int, sealed bytea)")
    try run(reader, "LISTEN round_trip")
  }

  isolated deinit {
    PQfinish(writer)
    PQfinish(reader)
  }

  private func run(_ connection: OpaquePointer, _ sql: String) throws {
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw NotMeasured("PostgreSQL: \(String(cString: PQerrorMessage(connection)))")
    }
  }

  /// The median of `rounds` round trips, after ten that do not count.
  func milliseconds(rounds: Int) throws -> Double {
    var times: [Double] = []
    for round in -10..<rounds {
      let start = Bench.now
      try run(
        writer, "BEGIN; INSERT INTO round_trip VALUES (\(round), repeat('x', 200)::bytea); NOTIFY round_trip; COMMIT")
      try waitForNotice()
      try run(reader, "SELECT sealed FROM round_trip WHERE number = \(round)")
      if round >= 0 { times.append(Double(Bench.now - start) / 1e6) }
    }
    return times.median
  }

  private func waitForNotice() throws {
    while true {
      guard PQconsumeInput(reader) == 1 else { throw NotMeasured("PostgreSQL has closed the connection") }
      if let notice = PQnotifies(reader) { return PQfreemem(notice) }
      var descriptor = pollfd(fd: PQsocket(reader), events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, -1)
    }
  }
}
