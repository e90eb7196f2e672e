/// The reason why ``RIV/Interactor/collect(_:performing:includeFirst:clock:timeout:)`` failed, with descriptions of the
/// values.
public enum CollectError: Error, Equatable, CustomStringConvertible {
  /// Fewer than one value was requested.
  case invalidCount(Int)
  /// The timeout is not positive.
  case invalidTimeout(Duration)
  /// There is a ``TestStep/wait(_:)`` without a clock.
  case noClock
  /// Fewer values arrived, and no effect is under way.
  case unfulfilled(seen: [String], expected: Int)
  /// Fewer values arrived in time, and these effects are still under way.
  case timedOut(after: Duration, seen: [String], expected: Int, effects: [String])
  /// Fewer values had arrived when the waiting task was cancelled.
  case cancelled(seen: [String], expected: Int)

  public var description: String {
    switch self {
    case .invalidCount(let count):
      "At least one value must be collected, not \(count)."
    case .invalidTimeout(let duration):
      "A timeout must be positive; \(duration) is not."
    case .noClock:
      "A wait among the steps needs a clock: pass one as `clock:`."
    case .unfulfilled(let seen, let expected):
      "\(Self.expectation(expected)), and no effect is under way. \(Self.list(seen))"
    case .timedOut(let duration, let seen, let expected, let effects):
      "\(Self.expectation(expected)) within \(duration). \(Self.list(seen))"
        + (effects.isEmpty ? "" : " Under way: \(effects.joined(separator: ", ")).")
    case .cancelled(let seen, let expected):
      "The task was cancelled while it waited for \(expected == 1 ? "1 value" : "\(expected) values")."
        + " \(Self.list(seen))"
    }
  }

  private static func expectation(_ count: Int) -> String {
    count == 1 ? "1 value was expected" : "\(count) values were expected"
  }

  private static func list(_ seen: [String]) -> String {
    seen.isEmpty ? "None was seen." : "Seen: \(seen.joined(separator: ", "))."
  }
}
