/// The part of a subscription that a token cancels.
///
/// A class and not a closure, so that a token refers to its source without an allocation.
@usableFromInline
class SubscriptionSource {
  /// Ends the subscription with the given id.
  ///
  /// A stored function and not an overridden method: a generic subclass creates it where its types are known, which
  /// makes it specialised. An overriding method runs unspecialised, ten times slower.
  @usableFromInline let detacher: (SubscriptionSource, UInt64) -> Void

  @usableFromInline
  init(detacher: @escaping (SubscriptionSource, UInt64) -> Void) {
    self.detacher = detacher
  }

  @inlinable
  func detach(_ id: UInt64) { detacher(self, id) }

  /// The name of this source in a report.
  var name: String { "a publisher" }
}

/// A token for a subscription or another activity, which ends when the token is cancelled or freed.
///
/// ``Publisher/sink(receiveValue:)`` returns a token. Store it, usually in a set or an array of the object that the
/// subscription serves:
///
///     viewModel.$title.sink { [weak self] in self?.title = $0 }.store(in: &subscriptions)
///
/// A class that stores tokens and belongs to an actor declares `isolated deinit`: the class may be freed on any thread,
/// and its tokens with it.
public final class AnyCancellable: Cancellable, Hashable {
  // A token is in one of three states:
  //   open       `source == nil`, not cancelled: nothing to end yet
  //   attached   `source` (and `others`, when a join has several): what `cancel` detaches from
  //   cancelled  `id == .cancelled`, `source == nil`, `others` empty: for good

  // Not checked at run time: each access ends before anything is called or freed.
  @usableFromInline @exclusivity(unchecked) var source: SubscriptionSource?
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var others: [(source: SubscriptionSource, id: UInt64)] = []

  #if DEBUG
    /// Counts the token while it is attached.
    private var counter: SubscriptionCounter?
  #endif

  /// An id that no source uses.
  @usableFromInline static var cancelledID: UInt64 { .max }

  /// Creates a token that is not attached to a source yet.
  @inlinable
  public init() {}

  /// Creates a token that calls `cancel` once, when it is cancelled or freed.
  public convenience init(_ cancel: @escaping () -> Void) {
    self.init()
    add(Teardown(cancel))
  }

  /// Creates a token that cancels `cancellable` when it is cancelled or freed, and keeps it alive until then.
  public convenience init(_ cancellable: some Cancellable) {
    self.init { cancellable.cancel() }
  }

  deinit {
    cancel()
  }

  /// Whether ``cancel()`` has been called.
  @inlinable
  public var isCancelled: Bool { id == Self.cancelledID }

  /// Ends what the token belongs to, and frees what it captured.
  ///
  /// Further calls have no effect.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscriptions and actions that end.
  public func cancel() {
    guard !isCancelled else { return }
    let source = source
    let id = id
    let others = others
    self.id = Self.cancelledID
    self.source = nil
    self.others = []
    #if DEBUG
      counter?.end()
      counter = nil
    #endif
    source?.detach(id)
    for other in others { other.source.detach(other.id) }
  }

  /// Adds a source to end with the token, at once if the token is cancelled already.
  @usableFromInline
  func add(_ source: SubscriptionSource, _ id: UInt64 = 0) {
    if isCancelled {
      source.detach(id)
    } else if self.source == nil {
      self.source = source
      self.id = id
      #if DEBUG
        counter = SubscriptionCounter.present
        counter?.begin()
      #endif
    } else {
      others.append((source, id))
    }
  }

  /// Calls `cancel` when this token is cancelled or freed, at once if it is cancelled already.
  public func onCancel(_ cancel: @escaping () -> Void) {
    add(Teardown(cancel))
  }

  /// Returns a token that ends with this token, or earlier.
  ///
  /// An operator that ends its upstream early, or has several, subscribes with a child: the state of the operator may
  /// keep the child alive, and must not keep this token alive.
  public func child() -> AnyCancellable {
    let child = AnyCancellable()
    add(ChildCancellation(child))
    return child
  }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Returns whether `wanted` is among the sources of this subscription.
  func isAttached(to wanted: SubscriptionSource) -> Bool {
    source === wanted || others.contains { $0.source === wanted }
  }

  /// The names of the sources of this subscription.
  var sourceNames: [String] {
    var names: [String] = []
    if let source { names.append(source.name) }
    names += others.map(\.source.name)
    return names
  }
}

extension AnyCancellable {
  /// Stores the token in `set`; it is cancelled when it is removed, or when the set is freed.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Stores the token in `collection`; it is cancelled when it is removed, or when the collection is freed.
  @inlinable
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

/// Calls a closure when its token is cancelled.
final class Teardown: SubscriptionSource {
  init(_ action: @escaping () -> Void) {
    super.init { _, _ in action() }
  }
}

/// Cancels a child with its parent.
final class ChildCancellation: SubscriptionSource {
  private let child: AnyCancellable

  init(_ child: AnyCancellable) {
    self.child = child
    super.init { _, _ in child.cancel() }
  }

  override var name: String { child.sourceNames.joined(separator: ", ") }
}
