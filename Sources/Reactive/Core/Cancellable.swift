/// Something that goes on until it is cancelled.
public protocol Cancellable {
  /// Ends it, at once. Doing so again has no effect.
  func cancel()
}
