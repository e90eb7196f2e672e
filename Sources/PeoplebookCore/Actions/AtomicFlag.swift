import Synchronization

/// A flag that any thread may set and read.
final class AtomicFlag: Sendable {
  private let value = Atomic(false)

  /// Whether ``set()`` was called.
  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
