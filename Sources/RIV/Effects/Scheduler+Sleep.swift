import Time

extension Scheduler {
  /// Waits until `duration` has passed on this scheduler's clock: a pause in an ``Effect``.
  ///
  /// With the main scheduler it costs no wake-up once it is cancelled, as `Task.sleep` does; with a manual one, tests turn the
  /// clock.
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  @MainActor
  public func sleep(for duration: Duration) async throws {
    let latch = Latch()
    let alarm = schedule(after: duration) { latch.open() }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await latch.pass()
    } onCancel: {
      latch.open()
    }
    try Task.checkCancellation()
  }
}
