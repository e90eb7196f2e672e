import Synchronization

/// The behaviour of a full buffer.
public enum BufferingPolicy: Sendable, Hashable {
  /// Keeps all values.
  case unbounded
  /// Keeps the given number of newest values, and drops older ones.
  case newest(Int)
  /// Keeps the given number of oldest values, and drops newer ones.
  case oldest(Int)

  /// Stops the program if the limit is negative.
  func checkLimit() {
    switch self {
    case .unbounded: break
    case .newest(let limit), .oldest(let limit):
      precondition(limit >= 0, "a buffer needs a limit that is not negative")
    }
  }
}

/// A queue through which values cross threads: any thread posts, one reader takes them out as an `AsyncSequence`.
///
///     let changes = Mailbox<Change>()
///     // on any thread
///     changes.post(change)
///     // on the main actor
///     for await change in changes { results.apply(change) }
///
/// The reader is woken once for each burst of values, and then takes them without suspending. Values keep the order in
/// which they were posted. No value is lost, unless another ``BufferingPolicy`` is chosen: a loop that is left early,
/// or a subscription to ``publisher`` that is cancelled, leaves the others to the next reader.
///
/// It is the only type of this module that is `Sendable` and has a lock; a post takes about 40 ns. A mailbox has one
/// reader: two that iterate at the same time share the values between them.
public final class Mailbox<Element: Sendable>: AsyncSequence, Sendable {
  // States: open (values or not, a reader waits or not), finished. A reader waits only while there are no values.
  private struct State {
    var values: [Element] = []
    var isFinished = false
    var readers: [Latch] = []

    mutating func takeAll() -> [Element] {
      let all = values
      values = []
      return all
    }
  }

  private let state = Mutex(State())
  private let policy: BufferingPolicy

  /// Creates an empty mailbox.
  ///
  /// - Parameters:
  ///   - type: The type of the values, where it cannot be inferred.
  ///   - policy: What happens to values that are not read.
  /// - Precondition: The limit of `policy` is not negative.
  public init(of type: Element.Type = Element.self, buffering policy: BufferingPolicy = .unbounded) {
    policy.checkLimit()
    self.policy = policy
  }

  /// Adds a value, from any thread.
  ///
  /// Ignored once the mailbox is finished.
  ///
  /// - Returns: Whether exactly one value waits now, so that a reader that calls ``takeAll()`` may have to be woken.
  /// - Complexity: O(1), and O(*n*) for *n* readers that wait; with `.newest`, O(*n*), where *n* is the limit, once
  ///   that is reached.
  @discardableResult
  public func post(_ value: Element) -> Bool {
    let (readers, isOnly) = state.withLock { state -> ([Latch], Bool) in
      guard !state.isFinished else { return ([], false) }
      switch policy {
      case .unbounded:
        state.values.append(value)
      case .newest(let limit):
        state.values.append(value)
        if state.values.count > limit { state.values.removeFirst() }
      case .oldest(let limit):
        if state.values.count < limit { state.values.append(value) }
      }
      return (Self.takeReaders(&state), state.values.count == 1)
    }
    for reader in readers { reader.open() }
    return isOnly
  }

  /// Ends the sequence after the values that have been posted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of waiting readers.
  public func finish() {
    let readers = state.withLock { state -> [Latch] in
      state.isFinished = true
      return Self.takeReaders(&state)
    }
    for reader in readers { reader.open() }
  }

  /// The number of values that wait to be read.
  public var count: Int { state.withLock { $0.values.count } }

  private static func takeReaders(_ state: inout State) -> [Latch] {
    defer { state.readers = [] }
    return state.readers
  }

  /// Removes and returns all posted values without waiting.
  public func takeAll() -> [Element] {
    state.withLock { $0.takeAll() }
  }

  /// Waits for the next burst: the values that were posted since the last one.
  ///
  /// `nil` when no value waits and the mailbox is finished or the task is cancelled.
  public func nextBurst(isolation: isolated (any Actor)? = #isolation) async -> [Element]? {
    while true {
      let (values, isFinished) = state.withLock { ($0.takeAll(), $0.isFinished) }
      if !values.isEmpty { return values }
      if isFinished || Task.isCancelled { return nil }
      await wait()
    }
  }

  /// Puts values that were taken and not read before those that have been posted since.
  func putBack(_ values: some Collection<Element>) {
    let readers = state.withLock { state -> [Latch] in
      state.values.insert(contentsOf: values, at: 0)
      switch policy {
      case .unbounded: break
      case .newest(let limit): state.values.removeFirst(Swift.max(state.values.count - limit, 0))
      case .oldest(let limit): state.values.removeLast(Swift.max(state.values.count - limit, 0))
      }
      return Self.takeReaders(&state)
    }
    for reader in readers { reader.open() }
  }

  private func wait(isolation: isolated (any Actor)? = #isolation) async {
    let latch = Latch()
    await withTaskCancellationHandler {
      _ = isolation
      let waits = state.withLock { state in
        guard state.values.isEmpty, !state.isFinished else { return false }
        state.readers.append(latch)
        return true
      }
      if waits { await latch.pass() }
    } onCancel: {
      state.withLock { $0.readers.removeAll { $0 === latch } }
      latch.open()
    }
  }

  /// The values that an iterator has taken; what it has not read returns to the mailbox when it is released.
  private final class Burst {
    let mailbox: Mailbox
    var values: [Element] = []
    var index = 0

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    deinit {
      if index < values.count { mailbox.putBack(values[index...]) }
    }
  }

  /// Takes the values out of a mailbox, one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let burst: Burst

    fileprivate init(_ mailbox: Mailbox) { burst = Burst(mailbox) }

    /// Returns the next value, and waits for it if there is none; `nil` when none is left and the mailbox is finished
    /// or the task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// Returns the next value on the caller's actor; see ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      if burst.index == burst.values.count {
        guard let values = await burst.mailbox.nextBurst(isolation: actor) else { return nil }
        burst.values = values
        burst.index = 0
      }
      defer { burst.index += 1 }
      return burst.values[burst.index]
    }
  }

  /// Creates an iterator.
  ///
  /// Iterators of one mailbox share its values.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
