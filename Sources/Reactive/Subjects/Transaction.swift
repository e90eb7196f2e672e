/// A source that takes part in a ``transaction(_:body:)``: ``Subject``, ``CurrentValue``, and the publisher of a
/// ``Published`` property.
public protocol TransactionSource {
  /// Holds back values that are sent from now on, until ``release()``.
  func hold()
  /// Marks the values that are held back, so that joins downstream wait for them.
  func announce()
  /// Ends one ``hold()``; with the last hold, the values that were held back are delivered.
  func release()
}

extension Subject: TransactionSource {
  /// Holds back what is sent from now on; see ``TransactionSource/hold()``.
  public func hold() { hub.hold() }
  /// Marks what is held back; see ``TransactionSource/announce()``.
  public func announce() { hub.announce() }
  /// Ends one hold; see ``TransactionSource/release()``.
  public func release() { hub.release() }
}

extension CurrentValue: TransactionSource {
  /// Holds back what is sent from now on; see ``TransactionSource/hold()``.
  public func hold() { hub.hold() }
  /// Marks what is held back; see ``TransactionSource/announce()``.
  public func announce() { hub.announce() }
  /// Ends one hold; see ``TransactionSource/release()``.
  public func release() { hub.release() }
}

extension CurrentValuePublisher: TransactionSource {
  /// Holds back what is sent from now on; see ``TransactionSource/hold()``.
  public func hold() { subject.hold() }
  /// Marks what is held back; see ``TransactionSource/announce()``.
  public func announce() { subject.announce() }
  /// Ends one hold; see ``TransactionSource/release()``.
  public func release() { subject.release() }
}

/// Changes several sources as one: joins downstream yield one output, never a half-updated one.
///
///     transaction(first, last) {
///       first.value = "Grace"
///       last.value = "Hopper"
///     }  // first.combineLatest(last) yields ("Grace", "Hopper"), once
///
/// Only the named sources are held back. A value that is set can be read back inside `body`. When `body` has returned
/// or thrown, all values of each source are delivered in order. Transactions nest: a source delivers when the outermost
/// transaction that holds it ends.
///
/// - Returns: The result of `body`.
/// - Throws: What `body` throws.
@discardableResult
public func transaction<each S: TransactionSource, Result>(
  _ sources: repeat each S, body: () throws -> Result
) rethrows -> Result {
  repeat (each sources).hold()
  defer {
    repeat (each sources).announce()
    repeat (each sources).release()
  }
  return try body()
}
