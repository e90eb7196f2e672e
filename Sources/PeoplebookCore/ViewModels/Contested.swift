import Reactive

/// A value that is edited here and may be changed by others meanwhile: what the editing began with, and what they have made of
/// it since.
///
/// States: *agreed* (`theirs` is nil), *contested* (both have changed it, to different values; one of the two has to be chosen).
@MainActor
final class Contested<Value: Equatable> {
  /// What the book holds, as far as this form goes along with it.
  let original: CurrentValue<Value, Never>
  /// What somebody else has written, while it is contested.
  let theirs = CurrentValue<Value?, Never>(nil)

  init(_ original: Value) {
    self.original = CurrentValue(original)
  }

  isolated deinit {}

  /// Takes note of what the book holds now. Returns what is to be shown instead of `mine`; nil leaves that as it is.
  func follow(_ present: Value, mine: Value) -> Value? {
    guard present != original.value || theirs.value != nil else { return nil }
    let isUntouched = mine == original.value
    guard isUntouched || mine == present || present == original.value else {
      theirs.value = present
      return nil
    }
    theirs.value = nil
    original.value = present
    return isUntouched ? present : nil
  }

  /// What was written here is to replace what others have written.
  func keepMine() {
    guard let theirs = theirs.value else { return }
    self.theirs.value = nil
    original.value = theirs
  }

  /// What others have written is to stand. Returns it; nil when nothing is contested.
  func takeTheirs() -> Value? {
    guard let theirs = theirs.value else { return nil }
    keepMine()
    return theirs
  }
}

/// A part of a form of which two people may hold different views.
@MainActor
public protocol ContestedField: AnyObject {
  /// Whether it differs from what the book holds.
  var isChanged: AnyPublisher<Bool, Never> { get }
  /// Whether both have changed it, and nobody has chosen yet.
  var isContested: AnyPublisher<Bool, Never> { get }
  /// What was written here is to replace what others have written.
  func keepMine()
  /// What others have written is to stand.
  func takeTheirs()
}
