/// The state of a connection.
public enum ActorConnStatus: String, Sendable, Hashable, CaseIterable {
  /// There is no connection: not yet, or not any more.
  case idle
  /// The connection is being made: until the server's first message.
  case connecting
  /// Actions are answered and events are delivered.
  case connected
  /// The connection was lost; the next attempt follows.
  case disconnected
  /// The connection has been ended for good.
  case disposed
}
