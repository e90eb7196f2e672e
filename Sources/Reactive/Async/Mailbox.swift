import Synchronization

/// What a buffer does with a value for which there is no room.
public enum BufferingPolicy: Sendable, Hashable {
  /// Keeps everything.
  case unbounded
  /// Keeps the newest values; older ones are dropped.
  case newest(Int)
  /// Keeps the oldest values; newer ones are dropped.
  case oldest(Int)
}

/// The door through which values cross threads: anybody may post, one reader takes them out, as an `AsyncSequence`.
///
///     let changes = Mailbox<Change>()
///     // on any thread
///     changes.post(change)
///     // on the main actor
///     for await change in changes { results.apply(change) }
///
/// The reader is woken once per burst, however many values it consists of, and then takes them without suspending.
/// Values keep the order in which they were posted; those of one thread therefore keep theirs. Nothing is lost, unless
/// another ``BufferingPolicy`` is named.
///
/// It is the one type of this module that is `Sendable` and has a lock; a post costs some 40 ns. There is one reader:
/// two that iterate at a time share the values between them, each value going to one of them.
public final class Mailbox<Element: Sendable>: AsyncSequence, Sendable {
  // States: open (values or not, a reader waits or not), finished. A reader waits only while there are no values.
  private struct State {
    var values: [Element] = []
    var isFinished = false
    var reader: (number: UInt64, continuation: UnsafeContinuation<Void, Never>)?
    var nextReader: UInt64 = 0
  }

  private let state = Mutex(State())
  private let policy: BufferingPolicy

  public init(of type: Element.Type = Element.self, buffering policy: BufferingPolicy = .unbounded) {
    self.policy = policy
  }

  /// Adds a value, from any thread. Ignored once the mailbox is finished.
  public func post(_ value: Element) {
    let reader = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      switch policy {
      case .unbounded:
        state.values.append(value)
      case .newest(let limit):
        state.values.append(value)
        if state.values.count > limit { state.values.removeFirst() }
      case .oldest(let limit):
        if state.values.count < limit { state.values.append(value) }
      }
      return Self.takeReader(&state)
    }
    reader?.resume()
  }

  /// Ends the sequence, after the values that have been posted.
  public func finish() {
    let reader = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      state.isFinished = true
      return Self.takeReader(&state)
    }
    reader?.resume()
  }

  /// How many values wait to be read.
  public var count: Int { state.withLock { $0.values.count } }

  private static func takeReader(_ state: inout State) -> UnsafeContinuation<Void, Never>? {
    defer { state.reader = nil }
    return state.reader?.continuation
  }

  /// All values that have been posted, at once; empty when there is none. Does not wait.
  public func takeAll() -> [Element] {
    state.withLock { state in
      let values = state.values
      state.values = []
      return values
    }
  }

  /// Waits for the next burst: all that has been posted since the last one. `nil` when the mailbox is finished or the
  /// task cancelled.
  public func nextBurst(isolation: isolated (any Actor)? = #isolation) async -> [Element]? {
    while true {
      let (values, isFinished) = state.withLock { state in
        let values = state.values
        state.values = []
        return (values, state.isFinished)
      }
      if !values.isEmpty { return values }
      if isFinished || Task.isCancelled { return nil }
      await wait()
    }
  }

  private func wait(isolation: isolated (any Actor)? = #isolation) async {
    let number = state.withLock { state in
      state.nextReader += 1
      return state.nextReader
    }
    await withTaskCancellationHandler {
      // Named so that the closure stays where its reader is. It would hop to the shared threads otherwise, and they wake the
      // process every second once they have been used.
      _ = isolation
      await withUnsafeContinuation { continuation in
        let goesOn = state.withLock { state -> UnsafeContinuation<Void, Never>? in
          guard state.values.isEmpty, !state.isFinished, !Task.isCancelled else { return continuation }
          // A second reader sends the first one to look again.
          let other = state.reader?.continuation
          state.reader = (number, continuation)
          return other
        }
        goesOn?.resume()
      }
    } onCancel: {
      let reader = state.withLock { state -> UnsafeContinuation<Void, Never>? in
        guard state.reader?.number == number else { return nil }
        return Self.takeReader(&state)
      }
      reader?.resume()
    }
  }

  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox
    var burst: [Element] = []
    var index = 0

    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      if index == burst.count {
        guard let next = await mailbox.nextBurst(isolation: actor) else { return nil }
        burst = next
        index = 0
      }
      defer { index += 1 }
      return burst[index]
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: self) }
}
