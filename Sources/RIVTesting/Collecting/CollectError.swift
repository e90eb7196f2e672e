/// Why ``RIV/Interactor/collect(_:performing:includeFirst:clock:timeout:)`` has nothing to return. What was seen until then is
/// in it, described.
public enum CollectError: Error, Equatable, CustomStringConvertible {
  /// Fewer than one value was asked for.
  case invalidCount(Int)
  /// The timeout is not positive.
  case invalidTimeout(Duration)
  /// There is a ``TestStep/wait(_:)``, and no clock to turn.
  case noClock
  /// Nothing is under way any more, and fewer values came.
  case unfulfilled(seen: [String], expected: Int)
  /// Fewer values came in time; these effects are still under way.
  case timedOut(after: Duration, seen: [String], expected: Int, effects: [String])

  public var description: String {
    switch self {
    case .invalidCount(let count):
      "At least one value must be collected, not \(count)."
    case .invalidTimeout(let duration):
      "A timeout must be longer than nothing; \(duration) is not."
    case .noClock:
      "There is a wait among the steps, and no clock to turn: pass one as `clock:`."
    case .unfulfilled(let seen, let expected):
      "\(expected) values were expected, and nothing more can come. \(Self.list(seen))"
    case .timedOut(let duration, let seen, let expected, let effects):
      "\(expected) values were expected within \(duration). \(Self.list(seen))"
        + (effects.isEmpty ? "" : " Under way: \(effects.joined(separator: ", ")).")
    }
  }

  private static func list(_ seen: [String]) -> String {
    seen.isEmpty ? "None was seen." : "Seen: \(seen.joined(separator: ", "))."
  }
}
