import Actors

/// A server of actors for shared books, in this process: a relay for a household, which needs no other program.
@MainActor
public final class RelayServer {
  private let host: ActorHost
  /// The address for `peoplebook share`.
  public nonisolated let address: String

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - address: `http://HOST:PORT`, or `http+unix://` with the percent-encoded path of a socket.
  ///   - storage: The path of the file with the entries.
  /// - Throws: ``RelayError`` when the address cannot be listened on, or the file cannot be used.
  public init(_ address: String, storage: String) async throws(RelayError) {
    let endpoint: Endpoint
    do {
      endpoint = try ClientConfig(endpoint: address, environment: [:]).endpoint
    } catch {
      throw .badAddress(address)
    }
    do {
      host = try await ActorHost(
        BookActors.book, BookActors.part, address: endpoint.address, storage: try SQLiteStorage(path: storage))
    } catch {
      throw .unreachable("\(error)")
    }
    self.address = "\(host.endpoint)"
  }

  /// Stops listening; everything is stored.
  public func stop() async { await host.stop() }
}
