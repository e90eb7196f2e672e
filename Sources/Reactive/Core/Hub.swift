public import Algorithms

/// The subscribers of one subject, in the order in which they are served.
///
/// The states of a hub:
///   at rest     `state` without `.delivering` and `.held`; `waiting` is empty
///   delivering  one signal is delivered to the entries in order; what is sent is added to `waiting`, and the outermost
///               call delivers it afterwards, so that deliveries are never nested
///   held        the same, but nothing is delivered before the transaction ends
///   closed      the completion has been sent: sends are ignored, and a new subscriber receives the completion alone
///
/// Entries are not moved during a delivery: a cancelled entry becomes vacant (its closures are freed at once), a new
/// one is added at the end. Vacant entries are removed when they are the majority and nothing is being delivered.
@usableFromInline
final class Hub<Output, Failure: Error>: SubscriptionSource {
  // Not checked at run time, which would cost more than a delivery: every access to one of these variables ends before
  // code outside of the hub is called, or a value is freed.
  @usableFromInline @exclusivity(unchecked) var entries: ContiguousArray<Subscriber<Output, Failure>> = []
  @usableFromInline @exclusivity(unchecked) var state: HubState = []
  @usableFromInline @exclusivity(unchecked) var nextID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var vacantCount = 0
  @usableFromInline @exclusivity(unchecked) var joins = 0
  @usableFromInline @exclusivity(unchecked) var holds = 0
  @usableFromInline @exclusivity(unchecked) var waiting: [QueuedSignal<Output, Failure>] = []
  @usableFromInline @exclusivity(unchecked) var delivered = 0
  @usableFromInline @exclusivity(unchecked) var completion: Completion<Failure>?
  /// For each relayed mark that is still open, in order, the first id that had not been handed out when it was relayed.
  @usableFromInline @exclusivity(unchecked) var relayedMarks = FIFOQueue<UInt64>()
  /// The number of the current delivery.
  ///
  /// It skips a number when the hub comes to rest.
  @usableFromInline @exclusivity(unchecked) var step: UInt64 = 0
  @usableFromInline let label: SourceLabel

  @inlinable
  init(label: SourceLabel) {
    self.label = label
    // Only tokens of this hub have ids of this hub, and they pass them back to it: the cast cannot fail.
    super.init { unsafeDowncast($0, to: Hub.self).remove($1) }
  }

  override var name: String { label.description }

  /// The number of live subscriptions.
  @usableFromInline
  var count: Int { entries.count - vacantCount }

  // MARK: Subscribing

  /// Adds an entry; returns `false` when the hub is closed and the observer has received the completion.
  @inlinable
  func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) -> Bool {
    guard !lifetime.isCancelled else { return false }
    if let completion {
      observer.send(completion: completion)
      return false
    }
    let id = nextID | (observer.wantsMarks ? 1 : 0)
    nextID += 2
    entries.append(Subscriber(id: id, observer))
    if observer.wantsMarks {
      joins += 1
      state.insert(.joined)
    }
    lifetime.add(self, id)
    return true
  }

  /// Adds an entry and delivers the current state as its first value, also after the completion.
  ///
  /// - Parameter first: Returns the state; `nil` if it has delivered an earlier part of it that ended the subscription.
  @inlinable
  func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable, first: () -> Output?) {
    guard !lifetime.isCancelled else { return }
    if let completion {
      if let value = first() { observer.send(value) }
      if !lifetime.isCancelled { observer.send(completion: completion) }
    } else if attach(observer, to: lifetime) {
      delivering { if let value = first() { observer.send(value) } }
    }
  }

  @inlinable
  func remove(_ id: UInt64) {
    guard let index = index(of: id) else { return }
    // The closures are moved out before they are freed, since that may run a deinit that uses this hub.
    let entry = entries[index]
    guard !entry.isVacant else { return }
    if id & 1 == 1 {
      joins -= 1
      if joins == 0 { state.remove(.joined) }
    }
    if index == entries.count - 1, !state.contains(.delivering) {
      entries.removeLast()
    } else {
      entries[index].vacate()
      vacantCount += 1
      if isMostlyVacant, !state.contains(.delivering) { compact() }
    }
    withExtendedLifetime(entry) {}
  }

  @inlinable
  func index(of id: UInt64) -> Int? {
    let index = end(before: id)
    return index < entries.count && entries[index].id == id ? index : nil
  }

  /// Whether removing the vacant entries is worth its cost.
  @inlinable
  var isMostlyVacant: Bool { vacantCount > 16 && vacantCount > entries.count / 2 }

  /// Removes vacant entries.
  ///
  /// Not during a delivery.
  ///
  /// - Complexity: O(n).
  @usableFromInline
  func compact() {
    guard vacantCount > 0 else { return }
    entries.removeAll { $0.isVacant }
    vacantCount = 0
  }

  /// Frees every subscriber without a completion.
  @usableFromInline
  func removeAll() {
    let old = entries
    if state.contains(.delivering) {
      for index in entries.indices { entries[index].vacate() }
      vacantCount = entries.count
    } else {
      entries = []
      vacantCount = 0
    }
    joins = 0
    state.remove(.joined)
    withExtendedLifetime(old) {}
  }

  // MARK: Sending

  @inlinable
  func send(_ value: Output) {
    if state.isEmpty {
      state = .delivering
      deliver(value, to: entries.count)
      comeToRest()
    } else if state == .joined {
      state = [.joined, .delivering]
      let end = entries.count
      mark(to: end)
      deliver(value, to: end)
      comeToRest()
    } else if !state.contains(.closed) {
      enqueue(.value(value))
    }
  }

  @usableFromInline
  func send(completion: Completion<Failure>) {
    guard !state.contains(.closed) else { return }
    state.insert(.closed)
    self.completion = completion
    enqueue(.completion(completion))
  }

  /// Whether a signal is being delivered or held back.
  @inlinable
  var isBusy: Bool { !state.isDisjoint(with: [.delivering, .held]) }

  @inlinable
  func enqueue(_ signal: Signal<Output, Failure>) {
    waiting.append(QueuedSignal(signal: signal, limit: nextID))
    guard !isBusy else { return }
    state.insert(.delivering)
    comeToRest()
  }

  @inlinable
  func deliver(_ value: Output, to end: Int) {
    var index = 0
    while index < end {
      if let receive = entries[index].receiveValue { receive(value) }
      index += 1
    }
  }

  @inlinable
  func deliverNotice(_ notice: Notice<Failure>, to end: Int) {
    for index in 0..<end {
      if let receive = entries[index].receiveNotice { receive(notice) }
    }
  }

  /// Ends a delivery: delivers what was sent during it, then returns to rest.
  @inlinable
  func comeToRest() {
    if !waiting.isEmpty { drain() }
    state.remove(.delivering)
    if isMostlyVacant { compact() }
  }

  /// Runs `body` as a delivery: what it sends is delivered after it has returned.
  @inlinable
  func delivering(_ body: () -> Void) {
    guard !isBusy else { return body() }
    state.insert(.delivering)
    body()
    comeToRest()
  }

  /// Delivers the queued signals, unless a transaction holds them back.
  @inlinable
  func drain() {
    while delivered < waiting.count, holds == 0 {
      let next = waiting[delivered]
      delivered += 1
      step += 1
      if delivered > 64, delivered > waiting.count / 2 {
        waiting.removeFirst(delivered)
        delivered = 0
      }
      if isMostlyVacant { compact() }
      let end = end(before: next.limit)
      switch next.signal {
      case .value(let value):
        if !next.isMarked { mark(to: end) }
        deliver(value, to: end)
      case .completion(let completion):
        deliverNotice(.completion(completion), to: end)
        removeAll()
      case .mark, .nothing:
        break
      }
    }
    if delivered == waiting.count {
      waiting.removeAll(keepingCapacity: waiting.capacity <= 64)
      delivered = 0
    }
    step += 2
  }

  /// Returns the index of the first entry with an id that is not less than `limit`.
  @inlinable
  func end(before limit: UInt64) -> Int {
    // Over the indices: an entry is not copied, and its closures are not retained.
    entries.indices.partitioningIndex { entries[$0].id >= limit }
  }

  /// Marks a value for the entries with a join downstream.
  ///
  /// Runs no code of the caller.
  @inlinable
  func mark(to end: Int) {
    guard joins > 0 else { return }
    for index in 0..<end where entries[index].wantsMarks {
      if let receive = entries[index].receiveNotice { receive(.mark) }
    }
  }

  // MARK: Transactions

  /// Holds back signals that are sent from now on.
  func hold() {
    holds += 1
    state.insert(.held)
  }

  /// Marks the queued values, so that joins wait for them.
  func announce() {
    for index in waiting.indices.dropFirst(delivered) where !waiting[index].isMarked {
      waiting[index].isMarked = true
      if case .value = waiting[index].signal { mark(to: end(before: waiting[index].limit)) }
    }
  }

  /// Ends one hold; with the last hold, queued signals are delivered.
  func release() {
    holds -= 1
    guard holds == 0 else { return }
    state.remove(.held)
    guard !state.contains(.delivering) else { return }
    state.insert(.delivering)
    comeToRest()
  }
}
