/// An error that an action throws for its caller: the caller receives the message, the code and the metadata.
///
/// Of any other error, the caller receives a general message without details.
public struct UserError: Error, Sendable, Hashable {
  /// What has happened.
  public var message: String
  /// The kind of error.
  public var code: String
  /// Details.
  public var metadata: JSONValue?

  /// Creates an error.
  public init(_ message: String, code: String = "user_error", metadata: JSONValue? = nil) {
    self.message = message
    self.code = code
    self.metadata = metadata
  }
}

extension ServerMessage.Failure {
  /// The failure that the caller of an action receives for an error of it.
  init(_ error: any Error) {
    switch error {
    case let error as UserError:
      self.init(group: "user", code: error.code, message: error.message, metadata: error.metadata)
    case let error as HostError:
      self = error.failure
    default:
      self = .masked
    }
  }

  /// The failure that hides what has happened inside an actor.
  static let masked = ServerMessage.Failure(
    group: "internal", code: "internal_error", message: "Internal error. Read the server logs for more details.",
    metadata: [:])
}

/// An error of the host itself, with the status of its response.
struct HostError: Error {
  var status: Int
  var failure: ServerMessage.Failure
  /// The type of the response, if it is not that of other errors.
  var contentType: String?

  init(_ status: Int, _ group: String, _ code: String, _ message: String, contentType: String? = nil) {
    self.status = status
    self.contentType = contentType
    failure = .init(group: group, code: code, message: message)
  }

  static func actionNotFound(_ name: String) -> HostError {
    HostError(
      400, "action", "not_found", "Action '\(name)' not found. Validate the action exists on your actor.")
  }

  static func damaged(_ id: String) -> HostError {
    HostError(500, "actor", "damaged", "The saved actor is damaged. Remove it with DELETE /actors/\(id).")
  }

  static let requestNotDefined = HostError(
    404, "handler", "request_not_defined",
    "Raw request handler not defined. Actor must implement `onRequest` to handle raw HTTP requests. "
      + "(https://www.rivet.dev/docs/actors/fetch-and-websocket-handler/)")

  static let webSocketNotDefined = HostError(404, "handler", "websocket_not_defined", "Not found.")

  static let actionTimedOut = HostError(400, "action", "timed_out", "Action timed out.")
}
