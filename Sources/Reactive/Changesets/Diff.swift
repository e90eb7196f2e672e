extension Changeset {
  /// What leads from `old` to `new`, where `id` says which elements are the same one and `areEqual` whether it has changed.
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID, areEqual: (Element, Element) -> Bool
  ) {
    let oldIDs = old.map(id)
    let newIDs = new.map(id)
    self.init()
    var places: [ID: Int] = [:]
    for (index, id) in oldIDs.enumerated() { places[id] = index }
    var removed: [ID: Int] = [:]
    var inserted: [ID: Int] = [:]
    for change in newIDs.difference(from: oldIDs) {
      switch change {
      case .remove(let offset, let id, _): removed[id] = offset
      case .insert(let offset, let id, _): inserted[id] = offset
      }
    }
    for (id, offset) in removed where inserted[id] == nil { deletions.append(offset) }
    for (id, offset) in inserted {
      if let from = removed[id] { moves.append(Pair(old: from, new: offset)) } else { insertions.append(offset) }
    }
    for (index, id) in newIDs.enumerated() {
      if let place = places[id], !areEqual(old[place], new[index]) {
        modifications.append(Pair(old: place, new: index))
      }
    }
    deletions.sort()
    insertions.sort()
    moves.sort { $0.new < $1.new }
  }

  /// What leads from `old` to `new`, where equal elements are the same one.
  public init<Element: Equatable>(from old: [Element], to new: [Element]) {
    self.init()
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): deletions.append(offset)
      case .insert(let offset, _, _): insertions.append(offset)
      }
    }
    deletions.sort()
    insertions.sort()
  }

  /// What leads from `old` to `new`, by the identity of the elements; an element counts as unchanged wherever it is found again.
  public init<Element: Identifiable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: \.id) { _, _ in true }
  }

  /// What leads from `old` to `new`: who is the same one is told by `id`, and whether it has changed by equality.
  public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: \.id, areEqual: ==)
  }
}
