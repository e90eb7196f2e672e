import Reactive

/// The common part of interactors: a state that only they change, effects, and embedded interactors.
///
/// A subclass declares that it is an ``Interactor``, and implements what actions mean.
///
/// It is *alone*, or *embedded* in a parent, as a part of the parent's domain. An embedded interactor is *absent* while
/// its parent's domain has no value for it: it keeps the last state, receives no action and runs no effect.
@MainActor
open class BaseInteractor<Action, Domain> {
  /// The current state, why it is there, and its number.
  let changes: CurrentValue<DomainChange<Domain>, Never>
  /// Whether two states are equal; `nil` for states that cannot be compared.
  private let areEqual: (@MainActor (Domain, Domain) -> Bool)?
  let node = InteractorNode()
  var children: [EmbeddedInteractor<Action, Domain>] = []
  /// The way to the parent of an embedded interactor.
  var parentLink: ParentLink<Action, Domain>?
  /// The middleware of the features of this interactor, the outermost first.
  private(set) var layers: [MiddlewareLayer] = []

  /// ``interactor``, once it is known: a dynamic cast takes longer than an action.
  private weak var knownInteractor: (any Interactor<Action, Domain>)?

  /// The middleware of one feature.
  final class MiddlewareLayer {
    let middleware: any Middleware<Action, Domain>

    init(_ middleware: any Middleware<Action, Domain>) { self.middleware = middleware }
  }

  /// An interactor with its first state.
  ///
  /// An `Equatable` state that is equal to the one before is not emitted.
  public init(_ initial: Domain) {
    changes = CurrentValue(DomainChange(domain: initial, cause: .start, version: 0))
    areEqual = Self.equality
  }

  isolated deinit {
    node.cancelEffects()
  }

  /// This object as the interactor that its subclass declares it to be.
  var interactor: (any Interactor<Action, Domain>)? {
    if let knownInteractor { return knownInteractor }
    knownInteractor = self as? any Interactor<Action, Domain>
    return knownInteractor
  }

  // MARK: The domain

  /// The current state.
  public var domain: Domain { changes.value.domain }

  /// Every state, the current one first.
  ///
  /// Subscribers are independent of each other.
  public var domainStream: AnyPublisher<Domain, Never> { changes.map { $0.domain }.eraseToAnyPublisher() }

  /// Changes the current domain, and emits the new state once.
  ///
  /// An absent interactor changes nothing.
  ///
  /// - Precondition: Not called inside the `change` of this interactor, a parent or a child. The outer change would
  ///   overwrite the inner one.
  public func update(_ change: (inout Domain) -> Void) {
    update(cause: nil, change)
  }

  /// Changes the current domain for a reason, as ``update(_:)`` does.
  ///
  /// - Parameter cause: The reason; `nil` for the one that holds in the tree now.
  /// - Returns: Whether the interactor is present, and the change was made.
  @discardableResult
  func update(cause: ChangeCause?, _ change: (inout Domain) -> Void) -> Bool {
    guard node.isPresent else { return false }
    let root = node.root
    // Reached by a mistake in the source code alone, whatever the data: the inner update would be lost silently.
    precondition(!root.isUpdating, "update(_:) was called inside the closure of another update(_:)")
    var domain = domain
    root.isUpdating = true
    change(&domain)
    root.isUpdating = false
    write(domain, cause ?? root.cause)
    return true
  }

  /// Hands a new state to the parent, or starts the update of the tree at its root.
  func write(_ domain: Domain, _ cause: ChangeCause) {
    if let areEqual, areEqual(domain, self.domain) { return }
    if let parentLink { return parentLink.write(domain, cause) }
    if children.isEmpty {
      changes.value = next(domain, cause)
    } else {
      let update = TreeUpdate()
      node.isUpdating = true
      adopt(domain, cause, in: update)
      node.isUpdating = false
      update.finish()
    }
  }

  /// Takes over a new state, and passes it down.
  private func adopt(_ domain: Domain, _ cause: ChangeCause, in update: TreeUpdate) {
    update.write(next(domain, cause), to: changes)
    for child in children { child.adopt(domain, cause, update) }
  }

  /// Takes over the part of the parent's state that belongs to this interactor; `nil` when there is none.
  func adoptPart(_ part: Domain?, _ cause: ChangeCause, in update: TreeUpdate) {
    guard let part else {
      if node.position == .embedded { update.cancelEffects(of: node) }
      node.position = .absent
      return
    }
    if node.position == .absent {
      node.position = .embedded
    } else if Self.identity(of: part) != Self.identity(of: domain) {
      update.cancelEffects(of: node)
    }
    if let areEqual, areEqual(part, domain) { return }
    adopt(part, cause, in: update)
  }

  /// The comparison of two states; `nil` when they are not `Equatable`.
  ///
  /// The type is examined at run time, because an inherited initializer does not see the types of a subclass.
  private static var equality: (@MainActor (Domain, Domain) -> Bool)? {
    func equality<Value: Equatable>(of type: Value.Type) -> @MainActor (Domain, Domain) -> Bool {
      { ($0 as? Value) == ($1 as? Value) }
    }
    return (Domain.self as? any Equatable.Type).map { equality(of: $0) }
  }

  private func next(_ domain: Domain, _ cause: ChangeCause) -> DomainChange<Domain> {
    DomainChange(domain: domain, cause: cause, version: changes.value.version + 1)
  }

  private static var isIdentifiable: Bool { Domain.self is any Identifiable.Type }

  private static func identity(of domain: Domain) -> AnyHashable? {
    func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    guard isIdentifiable, let value = domain as? any Identifiable else { return nil }
    return id(of: value)
  }

  // MARK: Middleware

  /// Passes actions through `middleware` until the token ends.
  package func add(_ middleware: [any Middleware<Action, Domain>]) -> AnyCancellable {
    let added = middleware.map(MiddlewareLayer.init)
    layers += added
    return AnyCancellable { [weak self] in
      self?.layers.removeAll { layer in added.contains { $0 === layer } }
    }
  }
}

/// A state of an interactor, and why it is there.
struct DomainChange<Domain> {
  let domain: Domain
  let cause: ChangeCause
  /// Counts the states of the interactor.
  let version: Int
}

/// The way of an embedded interactor to its parent.
struct ParentLink<Action, Domain> {
  /// Writes the child's state into the parent's.
  let write: @MainActor (Domain, ChangeCause) -> Void
  /// Sends an action of the child as an action of the parent; `nil` when the parent has no such action.
  let send: (@MainActor (Action, ActionSource) -> Void)?
}

/// One or several embedded interactors, as their parent uses them.
struct EmbeddedInteractor<Action, Domain> {
  /// Passes the parent's new state down.
  let adopt: @MainActor (Domain, ChangeCause, TreeUpdate) -> Void
  /// Delivers an action of the parent that is for this child; `false` for any other action.
  let deliver: @MainActor (Action, ActionSource) -> Bool
}
