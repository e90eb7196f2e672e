extension Model {
  /// Applies the edited fields, except those that have another value here since.
  ///
  /// - Returns: The names of the fields that both have changed; they keep their value here.
  mutating func merge(_ edited: Self, editedFrom original: Self) -> [String] {
    var conflicts: [String] = []
    for column in Self.table.columns {
      let (old, new, now) = (column.get(original), column.get(edited), column.get(self))
      guard new != old, new != now else { continue }
      if now == old { column.set(&self, new) } else { conflicts.append(column.name) }
    }
    for list in Self.table.lists {
      let (old, new, now) = (list.get(original), list.get(edited), list.get(self))
      guard new != old, new != now else { continue }
      if now == old { list.replace(&self, new) } else { conflicts.append(list.name) }
    }
    if edited.id != original.id, edited.id != id {
      if id == original.id { id = edited.id } else { conflicts.append("id") }
    }
    return conflicts
  }
}
