/// An activity that can be cancelled.
public protocol Cancellable {
  /// Ends the activity at once. Further calls have no effect.
  func cancel()
}
