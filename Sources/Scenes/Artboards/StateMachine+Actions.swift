// What the actions of listeners, states, transitions and timelines do.
extension StateMachine {
  /// Performs actions; `point` is the place of the pointer that causes them.
  func perform(_ actions: [ActionDefinition], at point: (x: Int, y: Int)? = nil) {
    for action in actions {
      switch action {
      case .set(let reference, let value): set(reference, to: value)
      case .fire(let reference):
        if let (instance, index) = place(of: reference) { instance.fire(at: index) }
      case .report(let event): report(event)
      case .focus(let target): focus(target)
      case .align(let index):
        guard let point else { continue }
        let element = artboard.tree.elements[index]
        element.set(.number(element.number(.x) + Double(point.x - element.frame.x)), at: .x)
        element.set(.number(element.number(.y) + Double(point.y - element.frame.y)), at: .y)
      }
    }
  }

  private func place(of reference: SourceReference) -> (instance: ViewModelInstance, index: Int)? {
    guard let (root, path) = artboard.context?.find(reference) else { return nil }
    return path.resolve(from: root)
  }

  private func set(_ reference: SourceReference, to value: ValueReference) {
    guard let (instance, index) = place(of: reference) else { return }
    var present = Value.none
    switch value {
    case .constant(let constant): present = constant
    case .bound(let source):
      guard let (other, place) = place(of: source) else { return }
      present = other.values[place]
    }
    instance.write(present, at: index)
  }

  private func focus(_ target: ActionDefinition.FocusTarget) {
    let elements = artboard.tree.elements
    let stops = elements.indices.filter { elements[$0].definition.isFocusable && !elements[$0].isCollapsed }
    switch target {
    case .element(let index): moveFocus(to: index)
    case .none: moveFocus(to: nil)
    case .next: moveFocus(to: stops.first { $0 > focusedElement ?? -1 } ?? stops.first)
    case .previous: moveFocus(to: stops.last { $0 < focusedElement ?? .max } ?? stops.last)
    }
  }
}
