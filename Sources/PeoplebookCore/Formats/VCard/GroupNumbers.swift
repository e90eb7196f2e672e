/// The names of groups that a card does not use yet: `item1`, `item2`, ….
struct GroupNumbers {
  /// The next name.
  private(set) var next = ""
  private var taken: Set<String>
  private var number = 0

  /// - Parameter taken: The groups of the card, in lower case.
  init(taken: Set<String>) {
    self.taken = taken
    take()
  }

  /// Uses the next name.
  mutating func take() {
    repeat { number += 1 } while taken.contains("item\(number)")
    next = "item\(number)"
  }

  /// Never gives out this name, which is in lower case.
  mutating func exclude(_ name: String) {
    taken.insert(name)
    if name == next { take() }
  }
}
