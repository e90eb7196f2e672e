extension BaseInteractor {
  /// Makes each element of an array in this domain the domain of an interactor of its own: the `forEach` of The
  /// Composable Architecture.
  ///
  ///     embed(
  ///       rows, at: \.rows,
  ///       action: CasePath(Action.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  ///     ) { RowInteractor($0) }
  ///
  /// An interactor is made when ``ChildInteractors/subscript(_:)`` is first asked for it, or an action for it is sent.
  /// It belongs to the identity of its element, wherever that is in the array, and ends when the element is removed. An
  /// element that returns has a new interactor.
  ///
  /// - Parameters:
  ///   - interactors: The interactors of the elements, empty before.
  ///   - place: The array. Of several elements with one identity, the first counts.
  ///   - action: The actions of this interactor that are for one element.
  ///   - make: Makes the interactor of an element.
  /// - Complexity: A change of the array is O(elements) while there are interactors, and O(1) otherwise.
  public func embed<Element: Identifiable & Equatable, ChildAction, Child: BaseInteractor<ChildAction, Element>>(
    _ interactors: ChildInteractors<Element.ID, Child>, at place: WritableKeyPath<Domain, [Element]>,
    action: CasePath<Action, (Element.ID, ChildAction)>? = nil,
    make: @escaping @MainActor (Element) -> Child
  ) {
    interactors.makeChild = { [weak self] id in
      guard let self, let element = domain[keyPath: place].first(where: { $0.id == id }) else { return nil }
      let child = make(element)
      attach(
        child, send: action.map { action in { action.embed((id, $0)) } },
        set: { domain, element in
          guard let index = domain[keyPath: place].firstIndex(where: { $0.id == id }) else { return }
          domain[keyPath: place][index] = element
        })
      let update = TreeUpdate()
      child.adoptPart(element, node.root.cause, in: update)
      update.finish()
      return child
    }
    var elements = domain[keyPath: place]
    children.append(
      EmbeddedInteractor(
        adopt: { [weak self] domain, cause, update in
          let new = domain[keyPath: place]
          guard !interactors.isEmpty, new != elements else { return elements = new }
          elements = new
          interactors.adopt(
            new, passDown: { $0.adoptPart($1, cause, in: update) },
            end: { child in
              child.adoptPart(nil, cause, in: update)
              if let self { update.remove(child, from: self.node) }
            })
        },
        deliver: { parentAction, source in
          guard let (id, action) = action?.extract(parentAction) else { return false }
          guard let child = interactors[id] else {
            UndeliveredAction.report(action, to: Child.self)
            return true
          }
          child.deliver(action, from: source)
          return true
        }))
  }
}

/// The interactors of the elements of an array, by the identities of the elements.
///
/// A parent keeps them in a property, and connects them with ``BaseInteractor/embed(_:at:action:make:)``.
@MainActor
public final class ChildInteractors<ID: Hashable, Child: AnyObject> {
  private var children: [ID: Child] = [:]
  fileprivate var makeChild: (ID) -> Child? = { _ in nil }

  /// No interactors yet.
  public init() {}

  isolated deinit {}

  /// The interactor of an element, made when it is first asked for; `nil` for an element that does not exist.
  public subscript(id: ID) -> Child? {
    if let child = children[id] { return child }
    let child = makeChild(id)
    children[id] = child
    return child
  }

  fileprivate var isEmpty: Bool { children.isEmpty }

  /// Passes the elements down, in their order, and ends the interactors of those that are removed.
  fileprivate func adopt<Element: Identifiable>(
    _ elements: [Element], passDown: (Child, Element) -> Void, end: (Child) -> Void
  ) where Element.ID == ID {
    var removed = children
    for element in elements {
      if let child = removed.removeValue(forKey: element.id) { passDown(child, element) }
    }
    for (id, child) in removed {
      children[id] = nil
      end(child)
    }
  }
}
