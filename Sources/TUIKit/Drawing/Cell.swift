/// One cell of the screen, in eight bytes: a character (or the number of a cluster of several scalars) and a style.
struct Cell: Hashable, Sendable {
  /// The value of a scalar, the number of a cluster with ``clusterFlag``, or ``continuation``.
  var content: UInt32
  var style: Style

  static let clusterFlag: UInt32 = 1 << 31
  /// The right half of a wide character.
  static let continuation: UInt32 = .max

  static let blank = Cell(content: 0x20, style: Style())

  var isContinuation: Bool { content == Self.continuation }
  var clusterIndex: Int? {
    content & Self.clusterFlag != 0 && !isContinuation ? Int(content & ~Self.clusterFlag) : nil
  }
}
