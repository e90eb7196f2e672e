/// A message of a connection, from the server.
enum ServerMessage: Sendable, Hashable {
  /// The first message of every connection.
  case initial(actorID: String, connectionID: String)
  /// The result of an action.
  case response(id: UInt64, output: JSONValue)
  /// The failure of an action or, without an action id, of the connection.
  case failure(Failure, actionID: UInt64?)
  /// A broadcast.
  case event(name: String, arguments: [JSONValue])
  /// A message of a kind that this version does not know; ignored.
  case unknown(tag: String)

  /// What an error says, in a message of a connection and as the body of a response.
  struct Failure: Sendable, Hashable {
    var group: String
    var code: String
    var message: String
    var metadata: JSONValue?
  }
}

extension ServerMessage {
  /// Creates a message from its value; `nil` if it lacks a field.
  init?(_ value: JSONValue) {
    guard let tag = value["body"]?["tag"]?.text else { return nil }
    let content = value["body"]?["val"] ?? .null
    switch tag {
    case "Init":
      guard let actor = content["actorId"]?.text, let connection = content["connectionId"]?.text else { return nil }
      self = .initial(actorID: actor, connectionID: connection)
    case "ActionResponse":
      guard let id = content["id"]?.wholeNumber(UInt64.self) else { return nil }
      self = .response(id: id, output: content["output"] ?? .undefined)
    case "Error":
      guard let failure = Failure(content) else { return nil }
      switch content["actionId"] {
      case nil, .null, .undefined: self = .failure(failure, actionID: nil)
      case let id?:
        guard let id = id.wholeNumber(UInt64.self) else { return nil }
        self = .failure(failure, actionID: id)
      }
    case "Event":
      guard let name = content["name"]?.text else { return nil }
      let arguments = content["args"] ?? []
      self = .event(name: name, arguments: arguments.elements ?? [arguments])
    default:
      self = .unknown(tag: tag)
    }
  }

  /// The value that is sent.
  var value: JSONValue {
    switch self {
    case .initial(let actorID, let connectionID):
      Self.envelope("Init", ["actorId": .string(actorID), "connectionId": .string(connectionID)])
    case .response(let id, let output):
      Self.envelope(
        "ActionResponse",
        output == .undefined ? ["id": .bigInt(BigInt(id))] : ["id": .bigInt(BigInt(id)), "output": output])
    case .failure(let failure, let id):
      Self.envelope("Error", failure.members.merging(["actionId": id.map { .bigInt(BigInt($0)) } ?? .null]) { $1 })
    case .event(let name, let arguments):
      Self.envelope("Event", ["name": .string(name), "args": .array(arguments)])
    case .unknown(let tag):
      Self.envelope(tag, [:])
    }
  }

  static func envelope(_ tag: String, _ content: [String: JSONValue]) -> JSONValue {
    ["body": ["tag": .string(tag), "val": .object(content)]]
  }
}

extension ServerMessage.Failure {
  /// Creates a failure from its value; `nil` if group or code is missing.
  init?(_ value: JSONValue) {
    guard let group = value["group"]?.text, let code = value["code"]?.text else { return nil }
    let metadata = value["metadata"].flatMap { $0.isNothing ? nil : $0 }
    self.init(group: group, code: code, message: value["message"]?.text ?? code, metadata: metadata)
  }

  /// The members of the object that is sent.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["group": .string(group), "code": .string(code), "message": .string(message)]
    members["metadata"] = metadata
    return members
  }
}
