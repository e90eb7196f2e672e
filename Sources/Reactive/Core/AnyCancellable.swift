/// What a token lets go of when it is cancelled.
///
/// A class and not a closure: a token then points to the source it hangs on, and needs no allocation for the way back.
@usableFromInline
class Source {
  /// Lets go of the subscription with the given id.
  ///
  /// A function in a variable and not a method to override: a generic subclass makes it where its types are known, and
  /// so it is fast. An overriding method is reached through the class, as code that knows no types, ten times slower.
  @usableFromInline let detacher: (Source, UInt64) -> Void

  @usableFromInline
  init(detacher: @escaping (Source, UInt64) -> Void) {
    self.detacher = detacher
  }

  @inlinable
  func detach(_ id: UInt64) { detacher(self, id) }

  /// What a report about this source calls it.
  var name: String { "a publisher" }
}

/// A token of something that goes on: it ends when the token is cancelled or freed.
///
/// ``Publisher/sink(receiveValue:)`` returns one. Keep it, most easily in a set or an array next to what the
/// subscription serves:
///
///     viewModel.$title.sink { [weak self] in self?.title = $0 }.store(in: &subscriptions)
///
/// A class that stores tokens declares `isolated deinit` when it belongs to an actor: it may be freed anywhere, and its
/// tokens with it.
public final class AnyCancellable: Cancellable, Hashable {
  // A token is in one of three states:
  //   open       `source == nil`, not cancelled: nothing to let go of yet
  //   attached   `source` (and `others`, when a join has several): what `cancel` detaches from
  //   cancelled  `id == .cancelled`, `source == nil`, `others` empty: for good

  // Not checked at run time: each access ends before anything is called or freed.
  @usableFromInline @exclusivity(unchecked) var source: Source?
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var others: [(source: Source, id: UInt64)] = []

  #if DEBUG
    /// Where it is counted while it is attached.
    private var census: Census?
  #endif

  /// An id that no source hands out.
  @usableFromInline static var cancelledID: UInt64 { .max }

  /// A token that is not attached to anything yet.
  @inlinable
  public init() {}

  /// A token that runs `cancel` when it is cancelled or freed, once.
  public convenience init(_ cancel: @escaping () -> Void) {
    self.init()
    add(Teardown(cancel))
  }

  /// A token that cancels `cancellable` when it is cancelled or freed, and keeps it until then.
  public convenience init(_ cancellable: some Cancellable) {
    self.init { cancellable.cancel() }
  }

  deinit {
    cancel()
  }

  /// Whether ``cancel()`` has been called.
  @inlinable
  public var isCancelled: Bool { id == Self.cancelledID }

  public func cancel() {
    guard !isCancelled else { return }
    let source = source
    let id = id
    let others = others
    self.id = Self.cancelledID
    self.source = nil
    self.others = []
    #if DEBUG
      census?.end()
      census = nil
    #endif
    source?.detach(id)
    for other in others { other.source.detach(other.id) }
  }

  /// Adds something to let go of. When the token has been cancelled already, that happens now.
  @usableFromInline
  func add(_ source: Source, _ id: UInt64 = 0) {
    if isCancelled {
      source.detach(id)
    } else if self.source == nil {
      self.source = source
      self.id = id
      #if DEBUG
        census = Census.present
        census?.begin()
      #endif
    } else {
      others.append((source, id))
    }
  }

  /// Runs `cancel` when this token is cancelled or freed; now, if that has happened already.
  public func onCancel(_ cancel: @escaping () -> Void) {
    add(Teardown(cancel))
  }

  /// A token that ends with this one, and may end before it.
  ///
  /// An operator that ends its upstream early, or has several, subscribes with a child: what the operator keeps may
  /// keep the child alive, and must not keep this token alive.
  public func child() -> AnyCancellable {
    let child = AnyCancellable()
    add(Parent(child))
    return child
  }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether `wanted` is among the sources this subscription hangs on.
  func isAttached(to wanted: Source) -> Bool {
    source === wanted || others.contains { $0.source === wanted }
  }

  /// The names of the sources this subscription hangs on.
  var sourceNames: [String] {
    var names: [String] = []
    if let source { names.append(source.name) }
    names += others.map(\.source.name)
    return names
  }
}

extension AnyCancellable {
  /// Keeps the token in `set`; it is cancelled when it is removed, or when the set is freed.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Keeps the token in `collection`; it is cancelled when it is removed, or when the collection is freed.
  @inlinable
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

/// Runs a closure when the token that it hangs on is cancelled.
final class Teardown: Source {
  init(_ action: @escaping () -> Void) {
    super.init { _, _ in action() }
  }
}

/// Cancels a child with its parent.
final class Parent: Source {
  private let child: AnyCancellable

  init(_ child: AnyCancellable) {
    self.child = child
    super.init { _, _ in child.cancel() }
  }

  override var name: String { child.sourceNames.joined(separator: ", ") }
}
