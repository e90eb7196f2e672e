/// A step of a test.
public enum TestStep<Action> {
  /// Sends an action.
  case action(Action)
  /// Advances the test's clock, and lets the tasks that it resumes run on.
  case wait(Duration)
}

extension TestStep: Sendable where Action: Sendable {}
