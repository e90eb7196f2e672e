import CPostgreSQL
import Dispatch
import Glibc

/// A connection to a PostgreSQL server, confined to one queue.
final class PostgresConnection {
  private let handle: OpaquePointer
  private var source: (any DispatchSourceProtocol)?

  /// How soon a server that has vanished without a word is noticed, unless the address says otherwise; a service file
  /// and the environment do not count for these.
  private static let limits = [
    "connect_timeout": "15", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
    "tcp_user_timeout": "60000",
  ]

  init(_ address: String) throws(RelayError) {
    // The last value counts, and that of `dbname` may be a whole address.
    let settings = Self.limits.sorted { $0.key < $1.key } + [(key: "dbname", value: address)]
    let texts = settings.map { (strdup($0.key), strdup($0.value)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    let names = texts.map { UnsafePointer($0.0) } + [nil]
    let values = texts.map { UnsafePointer($0.1) } + [nil]
    guard let handle = PQconnectdbParams(names, values, 1) else { throw .unreachable("no memory") }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = Self.text(PQerrorMessage(handle))
      // The server has answered, and does not let this user in; one that is starting or ending lets nobody in.
      let isRefused = message.contains("FATAL") && PQpingParams(names, values, 1) == PQPING_OK
      throw isRefused ? .refused(message) : .unreachable(message)
    }
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    // Otherwise, sending blocks without a time limit.
    PQsetnonblocking(handle, 1)
    // A slow statement, or a table that another program has locked.
    try run("SELECT set_config('statement_timeout', '60s', false), set_config('lock_timeout', '20s', false)")
  }

  private static func text(_ message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "" }
    return String(cString: message).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// Whether the server has ended the connection, although libpq still reports it as open.
  private var isLost = false
  var isAlive: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

  /// The milliseconds without a byte from the server after which it is lost: longer than any statement may take.
  ///
  /// The system answers for a process that is stopped, so the limits of TCP do not notice it.
  var longestSilence: Int32 = 90_000

  /// The longest wait, in milliseconds, before buffered input is examined again.
  private static let slice: Int32 = 1_000

  /// The most columns of a statement's rows.
  private static let columnCount: Int32 = 2

  /// Runs one statement; parameters are texts, results are the bytes of each column, which are empty for missing ones.
  @discardableResult
  func run(_ sql: String, _ parameters: [String] = []) throws(RelayError) -> [[[UInt8]]] {
    let values = parameters.map { strdup($0) }
    defer { values.forEach { free($0) } }
    let isSent = PQsendQueryParams(
      handle, sql, Int32(parameters.count), nil, values.map { UnsafePointer($0) }, nil, nil, 1)
    guard isSent == 1 else { throw error(of: nil) }
    let result = try receive()
    defer { PQclear(result) }
    guard let result, [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
      throw error(of: result)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<max(Self.columnCount, PQnfields(result))).map { column -> [UInt8] in
        guard column < PQnfields(result), let value = PQgetvalue(result, row, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column))))
      }
    }
  }

  /// Waits for the last result of the statement that is being sent.
  ///
  /// A result counts once the server is ready for the next statement: only then has it committed this one.
  private func receive() throws(RelayError) -> OpaquePointer? {
    var result: OpaquePointer?
    var silence: Int32 = 0
    while true {
      let unsent = PQflush(handle)
      if unsent == 0, PQisBusy(handle) == 0 {
        guard let next = PQgetResult(handle) else { return result }
        PQclear(result)
        result = next
        continue
      }
      var socket = pollfd(fd: PQsocket(handle), events: Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), revents: 0)
      var count: Int32 = -1
      // Encryption may have read bytes already, for which the system does not report the socket: a slice is short.
      let slice = min(Self.slice, longestSilence - silence)
      if unsent >= 0, socket.fd >= 0, slice > 0 {
        repeat { count = poll(&socket, 1, slice) } while count < 0 && errno == EINTR
      }
      if count > 0 { silence = 0 } else if count == 0 { silence += slice }
      if count >= 0, PQconsumeInput(handle) == 1 { continue }
      PQclear(result)
      isLost = true
      throw silence >= longestSilence ? .unreachable("no answer from the server") : error(of: nil)
    }
  }

  private func error(of result: OpaquePointer?) -> RelayError {
    guard isAlive, let result else { return .unreachable(Self.text(PQerrorMessage(handle))) }
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
    // The server names the state of every error of its own. It ends the connection when it is shut down.
    isLost = state.isEmpty || state.hasPrefix("57P")
    let message = Self.text(PQresultErrorMessage(result))
    // A transaction that can only read: the server is a standby, or was configured so.
    if state == "25006" { return .refused(message) }
    switch state.prefix(2) {
    // Insufficient resources.
    case "53": return .full(message)
    // Authorization, and objects that are missing or may not be used.
    case "28", "42", "3D", "3F": return .refused(message)
    default: return .unreachable(message)
    }
  }

  /// Calls `notice` on the queue when a notification has arrived, and `lost` when the server has gone.
  ///
  /// - Throws: ``RelayError/unreachable(_:)`` when the process has no descriptor left.
  func listen(
    on queue: DispatchQueue, notice: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void
  ) throws(RelayError) {
    // libpq closes its socket when the server has gone. The source has a descriptor of its own, so that the number
    // that it watches belongs to no other file until it has ended.
    let socket = fcntl(PQsocket(handle), F_DUPFD_CLOEXEC, 0)
    guard socket >= 0 else { throw .unreachable(String(cString: strerror(errno))) }
    let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
    let handle = SendableHandle(pointer: handle)
    source.setEventHandler {
      // The source fires once when the server has ended, so this reads to the end.
      repeat {
        guard PQconsumeInput(handle.pointer) == 1 else { return lost() }
      } while Self.hasInput(handle.pointer)
      var hasNews = false
      while let notification = PQnotifies(handle.pointer) {
        PQfreemem(notification)
        hasNews = true
      }
      if hasNews { notice() }
    }
    source.setCancelHandler {
      close(socket)
      PQfinish(handle.pointer)
    }
    source.resume()
    self.source = source
  }

  private static func hasInput(_ handle: OpaquePointer) -> Bool {
    var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) > 0
  }

  /// Carries the connection into the handlers of its source.
  ///
  /// Unchecked, and sound: libpq lets any thread use a connection, one at a time. The handlers and the actor that owns
  /// the connection run on the same serial queue.
  private struct SendableHandle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  deinit {
    if let source { source.cancel() } else { PQfinish(handle) }
  }
}
