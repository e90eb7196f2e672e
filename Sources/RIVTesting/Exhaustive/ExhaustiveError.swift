/// What a test of an ``InteractorTester`` did not account for.
public enum ExhaustiveError: Error, Equatable, CustomStringConvertible {
  /// A state is not the one that was expected.
  case different(expected: String, seen: String)
  /// A state was expected, and none can come, or none came in time; these effects are still under way.
  case missing(expected: String, effects: [String])
  /// States that nobody expected, and effects that are still under way.
  case unaccounted(states: [String], effects: [String])

  public var description: String {
    switch self {
    case .different(let expected, let seen):
      "The state is not the one that was expected.\n  expected \(expected)\n  seen     \(seen)"
    case .missing(let expected, let effects):
      "A state did not come.\n  expected \(expected)"
        + (effects.isEmpty ? "\n  and nothing is under way" : "\n  under way \(effects.joined(separator: ", "))")
    case .unaccounted(let states, let effects):
      "The test does not account for everything."
        + states.map { "\n  seen      \($0)" }.joined()
        + (effects.isEmpty ? "" : "\n  under way \(effects.joined(separator: ", "))")
    }
  }
}
