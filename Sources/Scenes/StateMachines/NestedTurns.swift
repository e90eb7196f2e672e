/// How often a nested state machine advances in one frame of its host.
///
/// Each state machine settles in several passes, and so does each one inside of it. Without a limit, nested ones that
/// never settle would multiply with each level; what is left over follows with the next frame.
@MainActor
struct NestedTurns {
  /// The number of the frame of the host.
  private static var frame: UInt64 = 0
  /// More than a scene that settles needs.
  private static let limit = 30

  private var frame: UInt64 = 0
  private var count = 0

  /// Begins a frame of a host.
  static func beginFrame() { frame &+= 1 }

  /// Takes a turn; returns whether the frame has one left.
  mutating func take() -> Bool {
    if frame != Self.frame { (frame, count) = (Self.frame, 0) }
    count += 1
    return count <= Self.limit
  }
}
