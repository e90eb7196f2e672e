/// A message of a connection, from the client.
enum ClientMessage: Sendable, Hashable {
  /// Runs an action.
  case action(id: UInt64, name: String, arguments: [JSONValue])
  /// Starts or ends the delivery of an event; the server does not answer.
  case subscription(event: String, isOn: Bool)
}

extension ClientMessage {
  /// Creates a message from its value; `nil` if it is of another kind or lacks a field.
  ///
  /// An id must be a `BigInt`, as on the original's servers before 2.3.
  init?(_ value: JSONValue) {
    let content = value["body"]?["val"] ?? .null
    switch value["body"]?["tag"]?.text {
    case "ActionRequest":
      guard case .bigInt(let number)? = content["id"], let id = UInt64(number.decimal),
        let name = content["name"]?.text, let arguments = content["args"]?.elements
      else { return nil }
      self = .action(id: id, name: name, arguments: arguments)
    case "SubscriptionRequest":
      guard let event = content["eventName"]?.text, case .bool(let isOn)? = content["subscribe"] else { return nil }
      self = .subscription(event: event, isOn: isOn)
    default:
      return nil
    }
  }

  /// The value that is sent.
  var value: JSONValue {
    switch self {
    case .action(let id, let name, let arguments):
      ServerMessage.envelope(
        "ActionRequest", ["id": .bigInt(BigInt(id)), "name": .string(name), "args": .array(arguments)])
    case .subscription(let event, let isOn):
      ServerMessage.envelope("SubscriptionRequest", ["eventName": .string(event), "subscribe": .bool(isOn)])
    }
  }
}
