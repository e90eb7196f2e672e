/// The updates that a table has to apply: an open batch, a reload, and the deferred update of a data source.
@MainActor
final class TableUpdates {
  /// Whether the content is unknown and has to be loaded.
  private(set) var needsReload = true
  /// Whether the reload is shown as a cross-fade.
  private(set) var isReloadAnimated = false
  private var batch = BatchUpdate()
  private var depth = 0
  private var deferred: (() -> Void)?
  private var isHoldingDeferred = false

  func setNeedsReload(animated: Bool) {
    needsReload = true
    isReloadAnimated = animated
    batch = BatchUpdate()
  }

  /// The data source may read the table during the reload, so the reload counts as done before it begins.
  func reloadWillBegin() {
    needsReload = false
  }

  /// Returns whether the reload is animated, once.
  func takeReloadAnimation() -> Bool {
    defer { isReloadAnimated = false }
    return isReloadAnimated
  }

  // MARK: The batch

  func beginBatch() {
    depth += 1
  }

  func endBatch() {
    depth -= 1
  }

  func add(_ change: (inout BatchUpdate) -> Void) {
    change(&batch)
  }

  /// Returns the batch at the end of the outermost description, and resets it.
  func takeBatch() -> BatchUpdate? {
    guard depth == 0 else { return nil }
    defer { batch = BatchUpdate() }
    return batch
  }

  // MARK: The deferred update

  var hasDeferred: Bool { deferred != nil }

  func setDeferred(_ updates: @escaping () -> Void) {
    deferred = updates
  }

  /// Returns the deferred update once, and not during a batch or a layout.
  func takeDeferred() -> (() -> Void)? {
    guard depth == 0, !isHoldingDeferred else { return nil }
    defer { deferred = nil }
    return deferred
  }

  /// Keeps the deferred update during `body`, a part of the layout in which the rows must not change.
  func holdingDeferred<Result>(_ body: () -> Result) -> Result {
    let wasHolding = isHoldingDeferred
    isHoldingDeferred = true
    defer { isHoldingDeferred = wasHolding }
    return body()
  }
}
