import Algorithms
import FoundationEssentials

/// A connection to a hosted actor.
@NetworkActor
public final class HostConnection {
  /// The id of the connection.
  public nonisolated let id: String
  /// What the client passed when it connected.
  public nonisolated let params: JSONValue?
  let encoding: HostEncoding
  private let socket: ServerSocket
  private weak var instance: HostedInstance?
  private(set) var events: Set<String> = []
  private var nameBytes = 0

  init(_ socket: ServerSocket, to instance: HostedInstance, encoding: HostEncoding, params: JSONValue?) {
    id = HostIDs.uuid()
    self.socket = socket
    self.instance = instance
    self.encoding = encoding
    self.params = params
  }

  /// Sends an event to this connection, if it subscribes to it.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the arguments.
  public func send<each A: Encodable>(_ event: String, _ arguments: repeat each A) {
    guard events.contains(event) else { return }
    var values: [JSONValue] = []
    for argument in repeat each arguments { values.append((try? JSONValue(encoding: argument)) ?? .null) }
    instance?.afterSaving { [self] in send(.event(name: event, arguments: values)) }
  }

  /// Ends the connection, with a reason for the client.
  public func disconnect(_ reason: String = "") {
    instance?.afterSaving { [socket] in socket.close(code: 1000, reason: reason) }
  }

  /// The most events that a connection may subscribe to, and the most bytes of their names.
  private static let (eventLimit, nameLimit) = (1_000, 262_144)

  /// Begins or ends a subscription; one too many ends the connection.
  func subscribe(_ event: String, isOn: Bool) {
    if !isOn {
      if events.remove(event) != nil { nameBytes -= event.utf8.count }
    } else if events.insert(event).inserted {
      nameBytes += event.utf8.count
      if events.count > Self.eventLimit || nameBytes > Self.nameLimit { fail("too_many_subscriptions") }
    }
  }

  func send(_ message: ServerMessage) { socket.send(encoding.frame(message)) }

  func send(_ frame: SocketFrame) { socket.send(frame) }

  func fail(_ reason: String) { socket.close(code: 1011, reason: reason) }
}

/// Ids of actors and connections.
enum HostIDs {
  /// A random id of 16 hexadecimal digits.
  static func actor() -> String {
    Hexadecimal.text(of: (0..<8).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// A random UUID.
  static func uuid() -> String { UUID().uuidString.lowercased() }
}
