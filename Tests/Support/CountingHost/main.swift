// Hosts an actor that counts, in another process, which the tests of Actors kill.
//
//     CountingHost SOCKET FILE

import Actors
import Dispatch
import FoundationEssentials
import Glibc

/// The actions that an actor has run.
struct Tally: Codable, Sendable {
  var count = 0
  /// One bit for each number of an action.
  var seen = Data(count: 2_048)
  /// How often an action was run again.
  var repeated = 0
}

let counter = ActorDefinition("counter", state: Tally()) { counter in
  counter.action("increment") { (actor, number: Int) in
    let (byte, bit) = (number / 8, UInt8(1) << UInt8(number % 8))
    if actor.state.seen[byte] & bit != 0 { actor.state.repeated += 1 }
    actor.state.seen[byte] |= bit
    actor.state.count += 1
    actor.broadcast("newCount", actor.state.count)
    return actor.state.count
  }
  counter.action("getCount") { actor in actor.state.count }
  counter.action("getTally") { actor in actor.state }
}

let words = CommandLine.arguments
guard words.count == 3 else { exit(2) }
var host: ActorHost?
Task {
  do {
    host = try await ActorHost(counter, address: .unix(path: words[1]), storage: try SQLiteStorage(path: words[2]))
    print("listening")
    fflush(nil)
  } catch {
    print("\(error)")
    exit(1)
  }
}
dispatchMain()
