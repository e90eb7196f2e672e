import Reactive

extension ViewModelInstance {
  /// The number of items of a list.
  ///
  /// - Throws: ``ViewModelInstanceError`` when there is no list at the path.
  public func size(of property: ListProperty) throws(ViewModelInstanceError) -> Int {
    guard let (_, _, list) = list(property) else {
      throw .message("Failed to get list at path \(property.path) when getting list size")
    }
    return list.items.count
  }

  /// The item of a list at an index: the instance itself, not a copy.
  ///
  /// - Throws: ``ViewModelInstanceError`` when there is no list at the path, or no item at the index.
  /// - Complexity: O(log *n*).
  public func value(of property: ListProperty, at index: Int) throws(ViewModelInstanceError) -> ViewModelInstance {
    guard let (_, _, list) = list(property) else {
      throw .message(Self.notFound(.list, property.path, "getting"))
    }
    guard list.items.indices.contains(index) else {
      throw .message("View model not found on list \(property.path) at index \(index)")
    }
    return list.items[index]
  }

  /// Adds an instance at the end of a list.
  ///
  /// - Complexity: O(log *n*).
  public func appendInstance(_ instance: ViewModelInstance, to property: ListProperty) {
    change(property) { list in
      list.insert(instance, at: list.items.count)
      return true
    }
  }

  /// Inserts an instance before the item at `index`.
  ///
  /// A negative index appends; one after the end is ignored.
  ///
  /// - Complexity: O(log *n*).
  public func insertInstance(_ instance: ViewModelInstance, to property: ListProperty, at index: Int) {
    change(property) { list in
      guard index <= list.items.count else { return false }
      list.insert(instance, at: index < 0 ? list.items.count : index)
      return true
    }
  }

  /// Removes the item at `index`; an index outside the list is ignored.
  ///
  /// - Complexity: O(log *n*).
  public func removeInstance(at index: Int, from property: ListProperty) {
    change(property) { list in
      guard list.items.indices.contains(index) else { return false }
      list.remove(at: index)
      return true
    }
  }

  /// Removes every occurrence of an instance.
  ///
  /// - Complexity: O(*n*).
  public func removeInstance(_ instance: ViewModelInstance, from property: ListProperty) {
    change(property) { $0.removeAll(instance) }
  }

  /// Removes all items.
  ///
  /// - Complexity: O(*n*).
  public func removeAllInstances(from property: ListProperty) {
    change(property) { list in
      guard !list.items.isEmpty else { return false }
      list.apply(Changeset(deletions: Array(list.items.indices))) { list.items[$0] }
      return true
    }
  }

  /// Exchanges two items; an index outside the list is ignored.
  ///
  /// - Complexity: O(log *n*).
  public func swapInstance(atIndex first: Int, withIndex second: Int, in property: ListProperty) {
    change(property) { list in
      guard list.items.indices.contains(first), list.items.indices.contains(second) else { return false }
      guard first != second, list.items[first] !== list.items[second] else { return false }
      list.swap(first, second)
      return true
    }
  }

  /// Applies one event of an observable array of instances: an insertion there is one insertion here.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changed items.
  public func apply(
    _ change: CollectionChange<some RandomAccessCollection<ViewModelInstance>>, to property: ListProperty
  ) {
    self.change(property) { list in
      switch change {
      case .initial(let items):
        if list.items.isEmpty, items.isEmpty { return false }
        list.reset(ChunkedArray(items))
      case .update(let items, let changeset):
        list.apply(changeset) { items[items.index(items.startIndex, offsetBy: $0)] }
      case .failure(let error):
        viewModel.changes.report("The list \(property.path) is no longer updated: \(error)")
        return false
      }
      return true
    }
  }

  /// Changes a list; `body` returns whether it did.
  private func change(_ property: ListProperty, _ body: (InstanceList) -> Bool) {
    noteCall()
    guard let (instance, index, list) = list(property) else {
      return viewModel.changes.report(Self.notFound(.list, property.path, "changing"))
    }
    if body(list) { instance.listDidChange(at: index) }
  }

  func list(_ property: ListProperty) -> (instance: ViewModelInstance, index: Int, list: InstanceList)? {
    guard let (instance, index) = find(property.path, .list), case .list(let list) = instance.values[index] else {
      return nil
    }
    return (instance, index, list)
  }
}
