import Actors
import FoundationEssentials

/// The actions that an actor has run.
struct Tally: Codable, Sendable {
  var count = 0
  /// One bit for each number of an action.
  var seen = Data(count: 2_048)
  /// How often an action was run again.
  var repeated = 0

  /// The numbers of the actions that it has run.
  var numbers: Set<Int> {
    Set(
      (0..<seen.count * 8).filter { number in
        let bit = UInt8(1) << UInt8(number % 8)
        return seen[number / 8] & bit != 0
      })
  }

  static let actor = ActorDefinition("counter", state: Tally()) { counter in
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
}
