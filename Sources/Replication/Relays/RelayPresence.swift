import Reactive

/// Messages that a relay passes on between the members that are connected to it, and stores nowhere.
final class RelayPresence: Sendable {
  enum Occurrence: Hashable, Sendable {
    /// A member has announced itself; the bytes are sealed.
    case announced(connection: String, [UInt8])
    /// A connection has ended.
    case left(connection: String)
  }

  /// The events, until the relay is lost.
  let events = Mailbox<Occurrence>(buffering: .newest(1_000))
  private let send: @Sendable ([UInt8]) -> Void

  /// - Parameter send: Sends bytes to all members that are connected, this one included.
  init(send: @escaping @Sendable ([UInt8]) -> Void) { self.send = send }

  /// Sends bytes to all members that are connected, this one included.
  func announce(_ bytes: [UInt8]) { send(bytes) }
}
