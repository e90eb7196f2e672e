/// A source whose sends a ``transaction(_:_:)`` can hold back: ``Subject``, ``CurrentValue``, and the publisher of a
/// ``Published`` property.
public protocol TransactionSource {
  /// Holds back what is sent from now on, until ``release()``.
  func hold()
  /// Tells joins downstream what is on its way.
  func announce()
  /// Lets go of one ``hold()``; with the last one, what was held back is delivered.
  func release()
}

extension Subject: TransactionSource {
  public func hold() { hub.hold() }
  public func announce() { hub.announce() }
  public func release() { hub.release() }
}

extension CurrentValue: TransactionSource {
  public func hold() { hub.hold() }
  public func announce() { hub.announce() }
  public func release() { hub.release() }
}

extension CurrentValuePublisher: TransactionSource {
  public func hold() { subject.hold() }
  public func announce() { subject.announce() }
  public func release() { subject.release() }
}

/// Changes several sources as one: joins downstream yield one output, never a half-updated one.
///
///     transaction(first, last) {
///       first.value = "Grace"
///       last.value = "Hopper"
///     }  // first.combineLatest(last) yields ("Grace", "Hopper"), once
///
/// Only the sources that are named are held back. A value that is set can be read back inside `body`; it is delivered
/// when `body` has returned or thrown, every value of each source in order. Transactions nest: a source is delivered
/// when the outermost one that holds it ends.
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
