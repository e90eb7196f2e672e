/// Behaviour that a test with an ``InteractorTester`` did not account for.
public enum ExhaustiveError: Error, Equatable, CustomStringConvertible {
  /// A state is not the expected one.
  case different(expected: String, seen: String, fields: [FieldDifference])
  /// An action of an effect is not the expected one.
  case differentAction(expected: String, seen: String)
  /// A state or an action was expected that has not arrived. These effects are still under way.
  case missing(expected: String, effects: [String])
  /// States and actions of effects that the test did not expect, and effects that are still under way.
  case unaccounted(events: [String], effects: [String])

  public var description: String {
    switch self {
    case .different(let expected, let seen, let fields):
      "The state is not the expected one."
        + (fields.isEmpty ? "\n  expected \(expected)\n  seen     \(seen)" : fields.map { "\n  \($0)" }.joined())
    case .differentAction(let expected, let seen):
      "The effect's action is not the expected one.\n  expected \(expected)\n  seen     \(seen)"
    case .missing(let expected, let effects):
      "An expected state or action has not arrived.\n  expected  \(expected)"
        + (effects.isEmpty ? "\n  No effect is under way." : "\n  under way \(effects.joined(separator: ", "))")
    case .unaccounted(let events, let effects):
      "The test does not account for everything."
        + events.map { "\n  seen      \($0)" }.joined()
        + (effects.isEmpty ? "" : "\n  under way \(effects.joined(separator: ", "))")
    }
  }
}
