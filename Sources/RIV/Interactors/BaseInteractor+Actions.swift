extension BaseInteractor {
  /// Sends an action: through the parents and their middleware, to the embedded interactor that it is for, and then to
  /// ``Interactor/interact(with:)``.
  ///
  /// ``domain`` is up to date when this returns. An absent interactor does not receive the action, which a debug build
  /// reports.
  public func send(_ action: Action) { dispatch(action, from: .caller) }

  /// Sends an action through the root of the tree, which delivers it back down to this interactor.
  func dispatch(_ action: Action, from source: ActionSource) {
    if let send = parentLink?.send { send(action, source) } else { deliver(action, from: source) }
  }

  /// Passes an action through the middleware, to the child that it is for, and to this interactor.
  func deliver(_ action: Action, from source: ActionSource) {
    pass(action, from: source, through: layers[...])
  }

  private func pass(_ action: Action, from source: ActionSource, through layers: ArraySlice<MiddlewareLayer>) {
    guard node.isPresent else { return UndeliveredAction.report(action, to: type(of: self)) }
    if let layer = layers.first {
      layer.middleware.handle(action, from: source) { pass($0, from: source, through: layers.dropFirst()) }
      return
    }
    let root = node.root
    let outerCause = root.cause
    root.cause = .action
    // A child comes first, so that an action with which the parent removes it still reaches it.
    for child in children where child.deliver(action, source) { break }
    interactor?.interact(with: action)
    root.cause = outerCause
  }
}
