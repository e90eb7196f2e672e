extension BaseInteractor {
  /// Makes a part of this domain the domain of `child`: a change of either changes both before a subscriber is
  /// notified, and an action of the child passes through this interactor.
  ///
  ///     embed(
  ///       counter, at: \.counter,
  ///       action: CasePath(Action.counter) { if case .counter(let action) = $0 { action } else { nil } })
  ///
  /// The child takes over the state at its place. It emits only states that differ from the one before, and ends with
  /// this interactor. Where its domain is `Identifiable`, a new identity at its place is a new child: the effects of
  /// the former one are cancelled.
  ///
  /// - Parameters:
  ///   - child: An interactor that is embedded once.
  ///   - place: The part of this domain.
  ///   - action: The actions of this interactor that are for the child. Each reaches the child first, and then this
  ///     interactor. Without it, the child's actions don't pass through this interactor.
  /// - Complexity: A change compares the states of all children with those before.
  public func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, ChildDomain>,
    action: CasePath<Action, ChildAction>? = nil
  ) {
    embed(child, action, get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }

  /// Makes a part of this domain that may be `nil` the domain of `child`.
  ///
  /// While it is `nil` the child is absent: its effects are cancelled, and it does nothing.
  public func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, ChildDomain?>,
    action: CasePath<Action, ChildAction>? = nil
  ) {
    embed(child, action, get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }

  /// Makes the associated value of a case of this domain the domain of `child`.
  ///
  /// The child is absent in any other case.
  public func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: CasePath<Domain, ChildDomain>,
    action: CasePath<Action, ChildAction>? = nil
  ) {
    embed(child, action, get: place.extract, set: { $0 = place.embed($1) })
  }

  /// Makes the associated value of a case of an enum in this domain the domain of `child`.
  ///
  /// The child is absent in any other case.
  public func embed<ChildAction, ChildDomain: Equatable, Choice>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, Choice>,
    case path: CasePath<Choice, ChildDomain>,
    action: CasePath<Action, ChildAction>? = nil
  ) {
    embed(
      child, action, get: { path.extract($0[keyPath: place]) }, set: { $0[keyPath: place] = path.embed($1) })
  }

  /// Makes the associated value of a case of an optional enum in this domain the domain of `child`.
  ///
  /// The child is absent in any other case, and while there is none.
  public func embed<ChildAction, ChildDomain: Equatable, Choice>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, Choice?>,
    case path: CasePath<Choice, ChildDomain>,
    action: CasePath<Action, ChildAction>? = nil
  ) {
    embed(
      child, action, get: { $0[keyPath: place].flatMap(path.extract) },
      set: { $0[keyPath: place] = path.embed($1) })
  }

  private func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, _ action: CasePath<Action, ChildAction>?,
    get: @escaping (Domain) -> ChildDomain?, set: @escaping (inout Domain, ChildDomain) -> Void
  ) {
    attach(child, send: action?.embed, set: set)
    children.append(
      EmbeddedInteractor(
        adopt: { child.adoptPart(get($0), $1, in: $2) },
        deliver: { parentAction, source in
          guard let action = action?.extract(parentAction) else { return false }
          child.deliver(action, from: source)
          return true
        }))
    let update = TreeUpdate()
    child.adoptPart(get(domain), node.root.cause, in: update)
    update.finish()
  }

  /// Connects a child with this interactor; its state is not taken over yet.
  func attach<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, send: ((ChildAction) -> Action)?,
    set: @escaping (inout Domain, ChildDomain) -> Void
  ) {
    precondition(child.node.position == .root, "\(type(of: child)) is embedded twice")
    node.adopt(child.node)
    var sendToParent: (@MainActor (ChildAction, ActionSource) -> Void)?
    if let send {
      sendToParent = { [weak self] action, source in self?.dispatch(send(action), from: source) }
    }
    child.parentLink = ParentLink(
      write: { [weak self] part, cause in
        guard let self else { return }
        var domain = domain
        set(&domain, part)
        write(domain, cause)
      },
      send: sendToParent)
  }
}
