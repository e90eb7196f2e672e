import Reactive

/// A value that the user edits while other processes may change it in the book.
///
/// It is *settled* while the book has no other new value (``theirs`` is `nil`), and *contested* once both sides have
/// changed it to different values: then the user chooses one.
@MainActor
final class EditedValue<Value: Equatable> {
  /// The value in the book that the edit is based on.
  let original: CurrentValue<Value, Never>
  /// The value in the book that contradicts the edit, while it is contested.
  let theirs = CurrentValue<Value?, Never>(nil)
  /// The author of ``theirs``, in words.
  private(set) var theirAuthor = ""

  init(_ original: Value) {
    self.original = CurrentValue(original)
  }

  isolated deinit {}

  /// Takes note of `present`, the value in the book now, which `author` has written.
  ///
  /// - Returns: The value to show instead of `mine`; `nil` when `mine` stays.
  func follow(_ present: Value, by author: String, mine: Value) -> Value? {
    guard present != original.value || theirs.value != nil else { return nil }
    let isUntouched = mine == original.value
    guard isUntouched || mine == present || present == original.value else {
      if theirs.value != present { theirAuthor = author }
      theirs.value = present
      return nil
    }
    theirs.value = nil
    original.value = present
    return isUntouched ? present : nil
  }

  /// Settles the conflict in favour of the user's value.
  func keepMine() {
    guard let theirs = theirs.value else { return }
    self.theirs.value = nil
    original.value = theirs
  }

  /// Settles the conflict in favour of the value in the book, and returns it; `nil` when there is no conflict.
  func takeTheirs() -> Value? {
    guard let theirs = theirs.value else { return nil }
    keepMine()
    return theirs
  }
}
