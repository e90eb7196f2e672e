/// What a test does: one thing after the other.
public enum TestStep<Action> {
  /// Sends an action.
  case action(Action)
  /// Turns the test's clock, and lets what it wakes run on.
  case wait(Duration)
}

extension TestStep: Sendable where Action: Sendable {}
