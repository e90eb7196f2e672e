/// The part of an interactor's behaviour that a test with an ``InteractorTester`` must account for.
public enum Exhaustivity: Sendable, Hashable {
  /// Every state, every action of an effect, and the end of every effect.
  case on
  /// Only what the test mentions. Other states and actions are skipped, and a closure states the fields that matter:
  /// the others may have any value.
  case off
}
