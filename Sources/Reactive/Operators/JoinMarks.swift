/// The open marks and the ended inputs of a join.
///
/// A join is *settled* when no mark is open. It then answers downstream once: with a value if any input has delivered
/// one, else with *nothing*. While marks are open it waits, so that it never combines a new value with an old one that
/// is about to change.
@usableFromInline
struct JoinMarks {
  @usableFromInline var marks: InlineArray<8, Int32> = InlineArray(repeating: 0)
  @usableFromInline var more: [Int32] = []
  /// The number of all open marks.
  @usableFromInline var open: Int32 = 0
  @usableFromInline var ended = 0
  /// Whether an input has delivered a value since the last answer.
  @usableFromInline var isFresh = false
  /// Whether a mark has been passed downstream and not answered.
  @usableFromInline var isAnnounced = false

  @inlinable
  init() {}

  /// Creates the state of a join with any number of inputs.
  @inlinable
  init(inputs: Int) {
    if inputs > 8 { more = Array(repeating: 0, count: inputs - 8) }
  }

  /// Counts a mark; returns whether to pass it downstream.
  @inlinable
  mutating func mark(_ input: Int) -> Bool {
    if input < 8 { marks[input] += 1 } else { more[input - 8] += 1 }
    open += 1
    if isAnnounced { return false }
    isAnnounced = true
    return true
  }

  /// Counts the answer to a mark, if one is open.
  @inlinable
  mutating func answer(_ input: Int) {
    guard open > 0 else { return }
    if input < 8 {
      guard marks[input] > 0 else { return }
      marks[input] -= 1
    } else {
      guard more[input - 8] > 0 else { return }
      more[input - 8] -= 1
    }
    open -= 1
  }

  /// Ends an input, which answers its open marks.
  @inlinable
  mutating func end(_ input: Int) {
    ended += 1
    if input < 8 {
      open -= marks[input]
      marks[input] = 0
    } else {
      open -= more[input - 8]
      more[input - 8] = 0
    }
  }

  @inlinable
  var isSettled: Bool { open == 0 }
}
