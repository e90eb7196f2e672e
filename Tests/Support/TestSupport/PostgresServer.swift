import FoundationEssentials
import Glibc

/// A PostgreSQL server in a scratch folder, reached through a Unix socket.
public final class PostgresServer: Sendable {
  /// The directory of the data and of the socket.
  private let folder: String

  /// The programs of the newest version that is installed; `nil` without one.
  private static let programs: String? = {
    let versions = "/usr/lib/postgresql"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return names.compactMap { Int($0) }.sorted(by: >).map { "\(versions)/\($0)/bin" }
      .first { access("\($0)/initdb", X_OK) == 0 }
  }()

  /// Whether Debian's package `postgresql` is installed.
  public static let isInstalled = programs != nil

  /// The server of the tests that do not stop it; `nil` when it cannot be started.
  public static let shared: PostgresServer? = {
    let server = PostgresServer()
    guard let server else { return nil }
    atexit { PostgresServer.shared?.stop() }
    return server
  }()

  /// Starts a server, which ends when it is released; `nil` when it cannot be started.
  public init?() {
    guard Self.isInstalled else { return nil }
    var template = Array("\(TemporaryFolder.parent)/postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if geteuid() == 0 { system("chown postgres '\(folder)'") }
    guard run("initdb -D '\(folder)/data' -A trust -U postgres --lc-messages=C --no-sync --no-instructions"), start()
    else {
      return nil
    }
  }

  deinit { stop() }

  /// Runs one of the server's programs; they refuse to run as root.
  private func run(_ command: String) -> Bool {
    guard let programs = Self.programs else { return false }
    let line = "\(programs)/\(command) >'\(folder)/log' 2>&1"
    guard geteuid() == 0 else { return system(line) == 0 }
    let quoted = line.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return system("cd /; setpriv --reuid postgres --regid postgres --clear-groups sh -c '\(quoted)'") == 0
  }

  /// Starts the server.
  @discardableResult
  public func start() -> Bool {
    run("pg_ctl -D '\(folder)/data' -w -s -l '\(folder)/server.log' -o \"-k '\(folder)' -h '' -F\" start")
  }

  /// Stops the server at once, as a crash does.
  @discardableResult
  public func halt() -> Bool { run("pg_ctl -D '\(folder)/data' -w -s -m immediate stop") }

  private func stop() {
    halt()
    system("rm -rf '\(folder)'")
  }

  /// The address of a database of its own.
  public func makeDatabase(_ name: String) -> String? {
    guard run("psql -h '\(folder)' -U postgres -q -c 'CREATE DATABASE \"\(name)\"'") else { return nil }
    let host = folder.replacing("/", with: "%2F")
    return "postgresql://postgres@\(host)/\(name)"
  }
}
