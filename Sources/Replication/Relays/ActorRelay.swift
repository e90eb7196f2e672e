import Actors
import Algorithms
import Dispatch
import Reactive

/// Actors on a server: an embedded host, or a Rivet server with `Resources/actors/book.ts`.
///
/// The actor `book` knows which entries and snapshots there are, and notifies the members. The bytes are in actors
/// `bookPart`, so that an entry does not rewrite all others: small entries in the slots of one part for some hundred of
/// them, larger ones and snapshots in pieces that fit into a message.
@MainActor
public final class ActorRelay: Relay {
  private let parts: ActorParts
  /// What the last reading could not decode.
  public private(set) var unreadable: [String] = []

  /// The entries that may be in one part.
  nonisolated static let segment: Int64 = 256
  /// The bytes that a slot counts as, at least.
  private static let leastSize = 64
  /// The largest entry that is not divided.
  nonisolated static let inlineSize = 4 << 10
  /// The bytes that one reading returns at least, if there are as many.
  private nonisolated static let enough = 4 << 20

  /// The relay of a book on a server.
  ///
  /// - Parameters:
  ///   - endpoint: The address of the server, as `ClientConfig` reads it.
  ///   - book: The identifier of the book.
  ///   - makeClient: Returns the client of the server.
  nonisolated init(
    endpoint: String, book: [UInt8],
    makeClient: @escaping @MainActor (ClientConfig) -> RivetKitClient = { RivetKitClient(config: $0) }
  ) {
    parts = ActorParts(endpoint: endpoint, book: Hexadecimal.text(of: book), makeClient: makeClient)
  }

  private func index() throws(RelayError) -> ActorHandle { try parts.actor("book") }

  private func readIndex() async throws -> BookActors.Index {
    do {
      return try await parts.call(index(), "index").decoded()
    } catch let error as DecodingError {
      throw RelayError.refused("\(error)")
    }
  }

  // MARK: Entries

  public func heads() async throws -> VersionVector { Self.vector(try await readIndex().heads) }

  private static func vector(_ numbers: [String: Int64]) -> VersionVector {
    VersionVector(
      numbers.reduce(into: [:]) { numbers, entry in
        guard let machine = MachineID(entry.key), 1...EntryID.greatestNumber ~= entry.value else { return }
        numbers[machine] = entry.value
      })
  }

  private static func segmentName(_ machine: MachineID, _ number: Int64) -> String { "\(machine)-\(number / segment)" }

  private static func name(of entry: EntryID) -> String { "\(entry.machine)-entry-\(entry.number)" }

  private static func name(ofSnapshot id: EntryID) -> String { "\(id.machine)-snapshot-\(id.number)" }

  public func entries(after seen: VersionVector) async throws -> [SealedEntry] {
    let index = try await readIndex()
    let removed = Self.vector(index.removed)
    var entries: [SealedEntry] = []
    unreadable = []
    let heads = Self.vector(index.heads).sorted.filter { $0.number > seen[$0.machine] }
    for head in heads {
      var size = 0
      var next = max(seen[head.machine], removed[head.machine]) + 1
      while next <= head.number, size < Self.enough / heads.count {
        let slots = try await parts.slots(of: Self.segmentName(head.machine, next), from: next)
        for (number, slot) in slots where number <= head.number {
          let id = EntryID(machine: head.machine, number: number)
          // A slot without an entry counts too, so that they are not read without end.
          size += Self.leastSize
          guard let bytes = try await bytes(of: slot, id) else { continue }
          size += bytes.count
          if let entry = SealedEntry(bytes: bytes) {
            entries.append(entry)
          } else {
            unreadable.append(Self.damage(of: head.machine))
          }
        }
        // Without an answer, the rest of the segment is missing. The entries after it show that, wherever they are.
        next =
          slots.last.map { $0.0 + 1 }
          ?? max((next / Self.segment + 1) * Self.segment, head.number / Self.segment * Self.segment)
      }
    }
    return entries
  }

  /// The content of an entry's slot: 0 and the entry, or 1 and the size of an entry in pieces.
  private func bytes(of slot: [UInt8], _ id: EntryID) async throws -> [UInt8]? {
    guard let size = Self.size(of: slot) else { return Array(slot.dropFirst()) }
    return try await parts.load(Self.name(of: id), size: size)
  }

  private static func size(of slot: [UInt8]) -> Int? {
    guard slot.first == 1 else { return nil }
    var reader = ByteReader(slot.dropFirst())
    return (try? reader.number()).flatMap { $0 <= ActorParts.greatestSize ? Int($0) : nil }
  }

  public func append(_ entries: [SealedEntry]) async throws {
    for (machine, own) in Dictionary(grouping: entries, by: \.id.machine) {
      let sorted = own.sorted { $0.id < $1.id }
      var batch: [(id: EntryID, slot: [UInt8])] = []
      for entry in sorted {
        var slot: [UInt8] = [0] + entry.bytes
        if entry.bytes.count > Self.inlineSize {
          guard try await parts.store(entry.bytes, Self.name(of: entry.id)) else { throw RelayError.taken(entry.id) }
          var writer = ByteWriter()
          writer.write(raw: [1])
          writer.write(UInt64(entry.bytes.count))
          slot = writer.bytes
        }
        let size = batch.reduce(0) { $0 + $1.slot.count }
        if let last = batch.last,
          last.id.number / Self.segment != entry.id.number / Self.segment || size + slot.count > ActorParts.pieceSize
        {
          try await put(batch)
          batch = []
        }
        batch.append((entry.id, slot))
      }
      try await put(batch)
      if let last = sorted.last {
        try await parts.call(index(), "advance", .string("\(machine)"), .integer(last.id.number))
      }
    }
  }

  private func put(_ batch: [(id: EntryID, slot: [UInt8])]) async throws {
    guard let first = batch.first else { return }
    let taken = try await parts.put(
      batch.map { ($0.id.number, $0.slot) }, Self.segmentName(first.id.machine, first.id.number))
    if let taken { throw RelayError.taken(EntryID(machine: first.id.machine, number: taken)) }
  }

  public func removeEntries(of machine: MachineID, through last: Int64) async throws {
    let removed = Self.vector(try await readIndex().removed)[machine]
    guard last > removed else { return }
    // Entries that are not requested any more can be deleted in several steps.
    try await parts.call(index(), "remove", .string("\(machine)"), .integer(last))
    var next = removed + 1
    while next <= last {
      let segment = Self.segmentName(machine, next)
      for (number, slot) in try await parts.slots(of: segment, from: next) where number <= last {
        guard let size = Self.size(of: slot) else { continue }
        try await parts.delete(Self.name(of: EntryID(machine: machine, number: number)), size: size)
      }
      try await parts.remove(segment, through: last)
      next = (next / Self.segment + 1) * Self.segment
    }
  }

  // MARK: Snapshots

  public func snapshots() async throws -> [EntryID] {
    Self.vector(try await readIndex().snapshots.mapValues(\.number)).sorted
  }

  public func snapshot(_ id: EntryID) async throws -> [SealedEntry] {
    guard let snapshot = try await readIndex().snapshots["\(id.machine)"], snapshot.number == id.number,
      let bytes = try await parts.load(Self.name(ofSnapshot: id), size: snapshot.size)
    else { return [] }
    var reader = ByteReader(bytes)
    let sealed = (try? reader.list { (reader) throws(MalformedBytes) in try reader.data() }) ?? []
    return sealed.compactMap { SealedEntry(bytes: $0) }
  }

  public func store(snapshot sealed: [SealedEntry]) async throws {
    guard let id = sealed.first?.id else { return }
    let former = try await readIndex().snapshots["\(id.machine)"]
    if let former, former.number >= id.number { return }
    var writer = ByteWriter()
    writer.write(sealed) { $0.write($1.bytes) }
    guard try await parts.store(writer.bytes, Self.name(ofSnapshot: id)) else { throw RelayError.taken(id) }
    try await parts.call(
      index(), "setSnapshot", .string("\(id.machine)"), .integer(id.number), .integer(Int64(writer.bytes.count)))
    if let former {
      let replaced = EntryID(machine: id.machine, number: former.number)
      try await parts.delete(Self.name(ofSnapshot: replaced), size: former.size)
    }
  }

  // MARK: News

  public func news() async throws -> RelayNews {
    let connection = try index().connect()
    for await status in connection.status.values where status != .connecting { break }
    // The states are buffered: a connection that was made may have been lost since, and a call would wait for the next.
    guard connection.currentStatus == .connected else {
      connection.dispose()
      throw RelayError.unreachable(RelayAddress.withoutPassword(parts.endpoint))
    }
    let subscription = Subscription(connection, of: parts)
    let presence = RelayPresence { bytes in
      DispatchQueue.main.async { MainActor.assumeIsolated { subscription.announce(bytes) } }
    }
    let news = RelayNews(presence: presence) {
      DispatchQueue.main.async { MainActor.assumeIsolated { subscription.end() } }
    }
    subscription.tokens = [
      connection.events("news").sink { [weak news] _ in news?.note() },
      connection.events("present").sink { values in
        guard values.count == 2, case .string(let id) = values[0], case .bytes(let bytes) = values[1] else { return }
        presence.events.post(.announced(connection: id, bytes))
      },
      connection.events("left").sink { values in
        if case .string(let id)? = values.first { presence.events.post(.left(connection: id)) }
      },
      // News may be lost with a connection, so that the reader has to begin again.
      connection.status.sink { [weak news] in if $0 != .connected { news?.finish() } },
    ]
    // The server answers after it has received the subscription, so that later entries are news.
    do {
      _ = try await connection.call("index", [])
    } catch {
      throw RelayError.unreachable("\(error)")
    }
    return news
  }

  /// The use of a connection, which needs its client.
  @MainActor
  private final class Subscription {
    private let connection: ActorConnection
    private let parts: ActorParts
    var tokens: [AnyCancellable] = []

    init(_ connection: ActorConnection, of parts: ActorParts) {
      self.connection = connection
      self.parts = parts
    }

    isolated deinit {}

    /// Sends presence to the others; that of a connection that is being lost is announced again by the next one.
    func announce(_ bytes: [UInt8]) {
      Task { [connection] in _ = try? await connection.call("announce", [.bytes(bytes)]) }
    }

    func end() {
      tokens = []
      connection.dispose()
    }
  }
}
