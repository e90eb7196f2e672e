import Time

/// The connections that the observers of one client share, by hash.
///
/// A connection is disposed some seconds after its last observer has left it, so that a screen that replaces another
/// takes its connection over.
@MainActor
final class SharedConnections {
  /// A connection, and the handle for actions without one.
  struct Shared {
    let handle: ActorHandle
    let connection: ActorConnection
  }

  private struct Entry {
    let shared: Shared
    var users = 0
    var disposal: ScheduledAction?
  }

  /// How long a connection without observers is kept.
  static let delay = Duration.seconds(5)

  private var entries: [String: Entry] = [:]

  /// Returns the connection to an actor, which is kept until it is given back.
  func take(_ opts: ActorOpts, of client: RivetKitClient) -> Shared {
    var entry = entries[opts.hash] ?? make(opts, client)
    // Its own dispose() may have been called.
    if entry.shared.connection.currentStatus == .disposed { entry = make(opts, client) }
    entry.disposal?.cancel()
    entry.disposal = nil
    entry.users += 1
    entries[opts.hash] = entry
    return entry.shared
  }

  private func make(_ opts: ActorOpts, _ client: RivetKitClient) -> Entry {
    let handle = client.getOrCreate(opts.name, key: opts.key, options: opts.options)
    return Entry(shared: Shared(handle: handle, connection: handle.connect()))
  }

  /// Gives a connection back; after the last of its users it is disposed, at once or after a while.
  func giveBack(_ shared: Shared, _ hash: String, scheduler: any Scheduler, atOnce: Bool) {
    guard var entry = entries[hash], entry.shared.connection === shared.connection else { return }
    entry.users -= 1
    if entry.users == 0 {
      if atOnce {
        entries[hash] = nil
        entry.shared.connection.dispose()
        return
      }
      entry.disposal = scheduler.schedule(after: Self.delay) { [weak self] in
        self?.entries[hash] = nil
        entry.shared.connection.dispose()
      }
    }
    entries[hash] = entry
  }

  /// Forgets all connections; their client disposes them.
  func removeAll() {
    for entry in entries.values { entry.disposal?.cancel() }
    entries = [:]
  }
}
