import Actors

/// The actors of ``ActorRelay`` for an embedded host; `Resources/actors/book.ts` has them for a Rivet server.
///
/// They know numbers, sizes and sealed bytes only.
enum BookActors {
  /// What a book has: for each machine the last entry, the entries that were removed, and the newest snapshot.
  struct Index: Codable, Sendable {
    var heads: [String: Int64] = [:]
    var removed: [String: Int64] = [:]
    var snapshots: [String: SnapshotSize] = [:]

    struct SnapshotSize: Codable, Sendable {
      var number: Int64
      var size: Int
    }
  }

  /// The actor `book`: the index, the notifications and the presence of one book.
  static let book = ActorDefinition("book", state: Index()) { (book: inout ActorDefinition<Index>) in
    book.action("index") { actor in actor.state }
    book.action("advance") { (actor, machine: String, number: Int64) in
      actor.state.heads[machine] = max(actor.state.heads[machine] ?? 0, number)
      actor.broadcast("news")
    }
    book.action("remove") { (actor, machine: String, number: Int64) in
      actor.state.removed[machine] = max(actor.state.removed[machine] ?? 0, number)
    }
    book.action("setSnapshot") { (actor, machine: String, number: Int64, size: Int) in
      if number > actor.state.snapshots[machine]?.number ?? 0 {
        actor.state.snapshots[machine] = Index.SnapshotSize(number: number, size: size)
      }
    }
    // Presence is not kept: it is passed on to those that are connected, and the server names those that leave.
    book.action("announce") { (actor, presence: JSONValue) in
      if let connection = actor.connection { actor.broadcast("present", connection.id, presence) }
    }
    book.onDisconnect { actor in
      if let connection = actor.connection { actor.broadcast("left", connection.id) }
    }
  }

  /// The actor `bookPart`: bytes in numbered slots, each of which is written once.
  static let part = ActorDefinition("bookPart", state: [String: JSONValue]()) { part in
    // The first slot that has other bytes already; `undefined` if all were stored.
    part.action("put") { (actor, slots: [JSONValue]) -> JSONValue in
      for slot in slots {
        guard let pair = slot.elements, pair.count == 2 else { throw UserError("A slot has a number and bytes.") }
        let name = pair[0].description
        if let present = actor.state[name] {
          if present != pair[1] { return pair[0] }
        } else {
          actor.state[name] = pair[1]
        }
      }
      return .undefined
    }
    // The slots from a number on, as many as fit into an answer.
    part.action("get") { (actor, first: Int64) -> JSONValue in
      var (slots, size) = ([JSONValue](), 0)
      for number in actor.state.keys.compactMap({ Int64($0) }).filter({ $0 >= first }).sorted() {
        guard let bytes = actor.state["\(number)"], size < answerSize else { break }
        slots.append([.integer(number), bytes])
        if case .bytes(let content) = bytes { size += content.count }
      }
      return .array(slots)
    }
    part.action("remove") { (actor, last: Int64) in
      for name in actor.state.keys where Int64(name) ?? 0 <= last { actor.state[name] = nil }
    }
  }

  /// The bytes after which an answer ends; a server sends messages of up to 1 MiB.
  private static let answerSize = 256 << 10
}
