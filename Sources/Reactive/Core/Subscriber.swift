/// One subscriber in a hub.
@usableFromInline
struct Subscriber<Output, Failure: Error> {
  /// Ascending in the order of subscription, in steps of two; the lowest bit says that a join downstream wants marks.
  @usableFromInline var id: UInt64
  /// `nil` once it is cancelled: the entry is vacant until the hub compacts its entries.
  @usableFromInline var receiveValue: ((Output) -> Void)?
  @usableFromInline var receiveNotice: ((Notice<Failure>) -> Void)?

  @inlinable
  init(id: UInt64, _ observer: Observer<Output, Failure>) {
    self.id = id
    receiveValue = observer.receiveValue
    receiveNotice = observer.receiveNotice
  }

  @inlinable
  var isVacant: Bool { receiveValue == nil }

  @inlinable
  mutating func vacate() {
    receiveValue = nil
    receiveNotice = nil
  }

  @inlinable
  var wantsMarks: Bool { id & 1 == 1 }
}

/// A signal that was sent during a delivery or a transaction.
@usableFromInline
struct QueuedSignal<Output, Failure: Error> {
  @usableFromInline let signal: Signal<Output, Failure>
  /// The first id that was unused when the signal was sent: later subscribers do not receive it.
  @usableFromInline let limit: UInt64
  /// Whether a transaction has announced it already.
  @usableFromInline var isMarked: Bool

  @inlinable
  init(signal: Signal<Output, Failure>, limit: UInt64, isMarked: Bool = false) {
    self.signal = signal
    self.limit = limit
    self.isMarked = isMarked
  }
}

/// The state of a hub, as flags: one comparison covers the usual case.
@usableFromInline
struct HubState: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A signal is being delivered.
  @inlinable static var delivering: HubState { HubState(rawValue: 1) }
  /// A transaction holds signals back.
  @inlinable static var held: HubState { HubState(rawValue: 2) }
  /// A completion has been sent; it may still wait for its delivery.
  @inlinable static var closed: HubState { HubState(rawValue: 4) }
  /// A subscriber wants marks.
  @inlinable static var joined: HubState { HubState(rawValue: 8) }
}
