@testable import Actors

/// The actor of the recording.
@NetworkActor
enum CounterActor {
  struct State: Codable, Sendable {
    var count = 0
    var input: JSONValue?
  }

  /// Releases the waiting actions of a test, in the order that it wants.
  nonisolated static func definition(
    gates: Gates = Gates(), actionTimeout: Duration = .seconds(60)
  ) -> ActorDefinition<State> {
    ActorDefinition(
      "counter", actionTimeout: actionTimeout,
      createState: { input in
        if input?["refuse"] != nil { throw UserError("no such counter") }
        return State(count: try input?["start"]?.decoded() ?? 0, input: input)
      }
    ) { counter in
      counter.action("increment") { (actor, amount: Int) in
        actor.state.count += amount
        actor.broadcast("newCount", actor.state.count)
        return actor.state.count
      }
      counter.action("getCount") { actor in actor.state.count }
      counter.action("getInput") { actor in actor.state.input ?? .undefined }
      counter.action("key") { actor in actor.key }
      counter.action("params") { actor in actor.params ?? .undefined }
      counter.action("fail") { (_, code: String) in
        throw UserError("user says no", code: code, metadata: ["a": 1])
      }
      counter.action("boom") { _ in throw WireError.tooDeep }
      counter.action("bytes") { _ in JSONValue.bytes([1, 2, 3]) }
      counter.action("big") { _ in BigInt("12345678901234567890").map { JSONValue.bigInt($0) } ?? .null }
      counter.action("echo") { (_, value: JSONValue) in value }
      counter.action("move") { (actor, x: Double, y: Double) in
        actor.broadcast("move", x, y)
        return JSONValue.null
      }
      counter.action("tick") { actor in actor.broadcast("tick") }
      counter.action("kick") { actor in actor.connection?.disconnect("kicked") }
      counter.action("slow") { (_, name: String) in
        await gates.wait(name)
        return "done"
      }
      counter.onBeforeConnect { params in
        if params?["refuse"] != nil { throw UserError("not for you", code: "refused") }
      }
    }
  }
}

/// Lets actions wait until a test releases them.
@NetworkActor
final class Gates: Sendable {
  private var waiting: [String: UnsafeContinuation<Void, Never>] = [:]
  private var open: Set<String> = []

  nonisolated init() {}

  func wait(_ name: String) async {
    if open.remove(name) != nil { return }
    await withUnsafeContinuation { waiting[name] = $0 }
  }

  /// Whether an action waits.
  func isWaiting(_ name: String) -> Bool { waiting[name] != nil }

  func release(_ name: String) {
    if let continuation = waiting.removeValue(forKey: name) { continuation.resume() } else { open.insert(name) }
  }
}
