import Actors

/// The actors of the examples, which `Resources/actors` has for a Rivet server, too.
enum ExampleActors {
  static let counter = ActorDefinition("counter", state: 0) { counter in
    counter.action("increment") { (actor, amount: Int) in
      // Clients may send any amount, and a trap would end the host.
      let (sum, isTooLarge) = actor.state.addingReportingOverflow(amount)
      guard !isTooLarge else { throw UserError("The count would be too large.") }
      actor.state = sum
      actor.broadcast("newCount", actor.state)
      return actor.state
    }
    counter.action("getCount") { actor in actor.state }
  }

  /// A line of a chat.
  struct Message: Codable, Hashable, Sendable {
    var author: String
    var text: String

    var size: Int { author.utf16.count + text.utf16.count }
  }

  /// The history of one room; the connections say who is there.
  static let chat = ActorDefinition("chat", state: [Message]()) { chat in
    chat.action("getHistory") { actor in actor.state }
    chat.action("getPeople") { actor in people(actor.connections) }
    chat.action("send") { (actor, text: String) in
      // As JavaScript counts.
      guard (1...500).contains(text.utf16.count) else { throw UserError("A message has 1 to 500 characters.") }
      let message = Message(author: name(actor.params), text: text)
      actor.state.append(message)
      while actor.state.count > 200 || actor.state.reduce(0, { $0 + $1.size }) > 65_536 { actor.state.removeFirst() }
      actor.broadcast("message", message)
    }
    chat.action("typing") { actor in
      if let connection = actor.connection { actor.broadcast("typing", connection.id, name(actor.params)) }
    }
    chat.onConnect { actor in actor.broadcast("people", people(actor.connections)) }
    chat.onDisconnect { actor in actor.broadcast("people", people(actor.connections)) }
  }

  /// Which row of a shared list each connection is at; a user may have several.
  static let cursors = ActorDefinition("cursors", state: [String]()) { cursors in
    cursors.action("move") { (actor, row: Int) in
      if let connection = actor.connection { actor.broadcast("moved", connection.id, name(actor.params), row) }
    }
    // A user that receives events asks the others where they are.
    cursors.action("join") { actor in actor.broadcast("joined") }
    cursors.onDisconnect { actor in
      if let connection = actor.connection { actor.broadcast("left", connection.id) }
    }
  }

  private static func name(_ params: JSONValue?) -> String { params?["name"]?.text ?? "?" }

  @NetworkActor
  private static func people(_ connections: [HostConnection]) -> [String] {
    Set(connections.map { name($0.params) }).sorted()
  }
}
