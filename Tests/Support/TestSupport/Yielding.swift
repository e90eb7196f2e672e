/// Lets other tasks run until `condition` holds, or until the task is cancelled.
///
/// A time limit reports the failure of a test, and then cancels its task.
public nonisolated(nonsending) func yield(until condition: nonisolated(nonsending) () async -> Bool) async {
  while !Task.isCancelled {
    if await condition() { return }
    await Task.yield()
  }
}
