/// A machine that takes part in a shared book.
public struct SharingMember: Hashable, Sendable {
  /// The most characters of a name.
  public static let longestName = 64

  /// The identifier of the machine.
  public let id: MachineID
  /// The name that it has given itself; with the beginning of its identifier where several members have the name.
  public let name: String
  /// Whether it is the machine that asks.
  public let isThisMachine: Bool
  /// The time of the last report or change that the machine has signed, in milliseconds since 1970 by its own clock; 0
  /// when there is none.
  ///
  /// Where its clock was ahead, it is the time at which the change arrived here.
  /// A machine that only reads reports once a day while it is in step.
  public let lastSeen: Int64
  /// The time of its last change in milliseconds since 1970; 0 when it has made none.
  public let lastChange: Int64
  /// The number of entries that it has not acknowledged; it may have some of them.
  public let missing: Int64
}
