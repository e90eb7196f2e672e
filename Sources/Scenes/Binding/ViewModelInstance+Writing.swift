extension ViewModelInstance {
  /// Writes what a scene computes; a value that the property does not allow changes nothing.
  func write(_ value: Value, at index: Int) {
    guard let adapted = value.adapted(to: values[index]) else { return }
    switch (adapted, values[index]) {
    case (.trigger, _): fire(at: index)
    case (.instance(let nested?), _) where nested.viewModel !== viewModel.properties[index].viewModel: return
    // Two properties never share the list itself, since a change is noticed by the property that it was made through.
    case (.list(let other), .list(let own)):
      guard own !== other else { return }
      own.reset(other.items)
      listDidChange(at: index)
    default: set(adapted, at: index)
    }
  }
}
