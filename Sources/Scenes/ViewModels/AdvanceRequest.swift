/// Whether a state machine needs an advance, shared with what it shows: its artboard and its file.
///
/// What has changed requests an advance without a weak reference to the state machine, which may have ended.
@MainActor
final class AdvanceRequest {
  @exclusivity(unchecked) var isPending = true
  /// Whether the state machine advances now, so that changes belong to that advance.
  @exclusivity(unchecked) var isAdvancing = false
  /// Called with the first request after an advance.
  @exclusivity(unchecked) var onRequest: () -> Void = {}

  init() {}

  func make() {
    guard !isPending, !isAdvancing else { return }
    isPending = true
    onRequest()
  }
}
