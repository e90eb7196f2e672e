import Dispatch

/// Runs a check when it is released.
///
/// Its owner has no isolated `deinit`, and neither has this class: the check runs in the task that releases the owner,
/// so an issue that it records belongs to the test of that task. An isolated `deinit` does not see the values of the
/// task.
final class ReleaseCheck {
  private let check: @MainActor () -> Void
  /// Marks the main queue, for ``check`` to run at once there.
  private let mainQueueKey = DispatchSpecificKey<Bool>()

  init(_ check: @escaping @MainActor () -> Void) {
    self.check = check
    DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
  }

  deinit {
    let isOnMainQueue = DispatchQueue.getSpecific(key: mainQueueKey) == true
    DispatchQueue.main.setSpecific(key: mainQueueKey, value: nil)
    if isOnMainQueue {
      MainActor.assumeIsolated(check)
    } else {
      Task { @MainActor [check] in check() }
    }
  }
}
