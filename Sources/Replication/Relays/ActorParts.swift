import Actors

/// Bytes in actors `bookPart`: in numbered slots of a part, or divided into pieces under a name.
@MainActor
final class ActorParts {
  nonisolated let endpoint: String
  private let book: String
  private let makeClient: @MainActor (ClientConfig) -> RivetKitClient
  private var opened: RivetKitClient?

  /// The bytes of a piece, and of one action: a server receives messages of up to 64 KiB.
  nonisolated static let pieceSize = 32 << 10
  /// The most bytes under one name: a greater size comes from damage.
  nonisolated static let greatestSize = 1 << 30
  /// The pieces in one part.
  nonisolated static let piecesPerPart = 16

  nonisolated init(
    endpoint: String, book: String, makeClient: @escaping @MainActor (ClientConfig) -> RivetKitClient
  ) {
    self.endpoint = endpoint
    self.book = book
    self.makeClient = makeClient
  }

  isolated deinit {
    opened?.dispose()
  }

  // MARK: Actors

  private func client() throws(RelayError) -> RivetKitClient {
    if let opened { return opened }
    do throws(ConfigurationError) {
      // The look-up of metadata waits for a server; a relay that is gone must be noticed.
      let client = makeClient(
        try ClientConfig(endpoint: endpoint, disableMetadataLookup: true, encoding: .cbor, environment: [:]))
      opened = client
      return client
    } catch {
      throw .badAddress(endpoint)
    }
  }

  /// Returns an actor of the book, with a name of its own if there are several.
  func actor(_ kind: String, _ name: String? = nil) throws(RelayError) -> ActorHandle {
    try client().getOrCreate(kind, key: [book] + [name].compactMap { $0 })
  }

  @discardableResult
  func call(_ actor: ActorHandle, _ action: String, _ arguments: JSONValue...) async throws -> JSONValue {
    do {
      return try await actor.call(action, arguments)
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ error: any Error) -> any Error {
    switch error {
    case let error as ActorError where error.isPassing: RelayError.unreachable("\(error)")
    case let error as ActorError: RelayError.refused("\(error)")
    case is HttpRequestError, is InternalError, is ActorSchedulingError, is ActorConnDisposed:
      RelayError.unreachable("\(error)")
    default: error
    }
  }

  // MARK: Slots

  /// Stores slots; returns the first one that has other bytes already.
  func put(_ slots: [(number: Int64, bytes: [UInt8])], _ part: String) async throws -> Int64? {
    let values = slots.map { JSONValue.array([.integer($0.number), .bytes($0.bytes)]) }
    let taken = try await call(actor("bookPart", part), "put", .array(values))
    return taken.isNothing ? nil : Int64(taken.description) ?? slots[0].number
  }

  /// Returns the slots of a part from a number on, as many as an answer has.
  func slots(of part: String, from first: Int64) async throws -> [(Int64, [UInt8])] {
    let slots = try await call(actor("bookPart", part), "get", .integer(first)).elements ?? []
    return slots.compactMap { slot in
      guard let pair = slot.elements, pair.count == 2, let number = Int64(pair[0].description),
        max(0, first)...EntryID.greatestNumber ~= number,
        case .bytes(let bytes) = pair[1]
      else { return nil }
      return (number, bytes)
    }
  }

  func remove(_ part: String, through last: Int64) async throws {
    try await call(actor("bookPart", part), "remove", .integer(last))
  }

  // MARK: Bytes in pieces

  private static func partName(_ name: String, _ index: Int) -> String { "\(name)-\(index)" }

  private static func partCount(size: Int) -> Int {
    (size + pieceSize * piecesPerPart - 1) / (pieceSize * piecesPerPart)
  }

  /// Stores bytes in pieces; returns `false` if other bytes have the name.
  func store(_ bytes: [UInt8], _ name: String) async throws -> Bool {
    for (index, start) in stride(from: 0, to: bytes.count, by: Self.pieceSize).enumerated() {
      let piece = Array(bytes[start..<min(start + Self.pieceSize, bytes.count)])
      let part = Self.partName(name, index / Self.piecesPerPart)
      if try await put([(Int64(index % Self.piecesPerPart), piece)], part) != nil { return false }
    }
    return true
  }

  /// Returns bytes that were stored in pieces; `nil` unless all are there.
  func load(_ name: String, size: Int) async throws -> [UInt8]? {
    guard 0...Self.greatestSize ~= size else { return nil }
    var bytes: [UInt8] = []
    for index in 0..<Self.partCount(size: size) {
      let part = Self.partName(name, index)
      var next: Int64 = 0
      while case let slots = try await slots(of: part, from: next), let last = slots.last {
        for (_, piece) in slots { bytes += piece }
        next = last.0 + 1
        if bytes.count > size { return nil }
        if bytes.count == size || next >= Self.piecesPerPart { break }
      }
    }
    return bytes.count == size ? bytes : nil
  }

  func delete(_ name: String, size: Int) async throws {
    guard 0...Self.greatestSize ~= size else { return }
    for index in 0..<Self.partCount(size: size) {
      try await remove(Self.partName(name, index), through: Int64(Self.piecesPerPart))
    }
  }
}

extension ActorError {
  /// Whether the connection, the server or the actor is gone for a while.
  fileprivate var isPassing: Bool { group == "client" || group == "guard" || group == "actor" && code != "not_found" }
}
