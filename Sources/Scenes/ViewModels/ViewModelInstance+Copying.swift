extension ViewModelInstance {
  /// A deep copy: nested instances and list items are copied, and one that occurs twice is copied once.
  ///
  /// - Complexity: O(*n*), where *n* is the number of reachable values.
  func copied() -> ViewModelInstance {
    var copies: [ObjectIdentifier: ViewModelInstance] = [:]
    // Copies that still refer to the originals. A stack of our own, because a file decides the depth.
    var open: [ViewModelInstance] = []

    func copy(of original: ViewModelInstance) -> ViewModelInstance {
      if let known = copies[ObjectIdentifier(original)] { return known }
      let copy = ViewModelInstance(original.viewModel, name: original.instanceName, values: original.values)
      copies[ObjectIdentifier(original)] = copy
      open.append(copy)
      return copy
    }

    let root = copy(of: self)
    while let instance = open.popLast() {
      for index in instance.values.indices {
        switch instance.values[index] {
        case .instance(let nested?): instance.initialize(.instance(copy(of: nested)), at: index)
        case .list(let list):
          instance.initialize(.list(InstanceList(list.items.map { copy(of: $0) })), at: index)
        case .trigger: instance.initialize(.trigger(0), at: index)
        default: break
        }
      }
    }
    return root
  }
}
