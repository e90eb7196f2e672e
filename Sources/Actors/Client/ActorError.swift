/// An error that an actor, its server or this client reports.
public struct ActorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the error comes from: `user` for those that an action throws on purpose, `client` for this module.
  public var group: String
  /// The kind of error.
  public var code: String
  /// What has happened.
  public var message: String
  /// Details.
  public var metadata: JSONValue?

  /// Creates an error.
  public init(group: String, code: String, message: String, metadata: JSONValue? = nil) {
    self.group = group
    self.code = code
    self.message = message
    self.metadata = metadata
  }

  init(_ failure: ServerMessage.Failure) {
    self.init(group: failure.group, code: failure.code, message: failure.message, metadata: failure.metadata)
  }

  /// The message as one sentence for the user, without the group and the code.
  public var description: String { ErrorSentence.text(of: message) }

  static let notFound = ActorError(group: "actor", code: "not_found", message: "actor not found")
  static let malformed = ActorError(group: "client", code: "malformed", message: "malformed response")
  static let notReady = ActorError(
    group: "client", code: "not_ready", message: "There is no connection. Connect, then try again.")
  static let notConfigured = ActorError(
    group: "client", code: "not_configured", message: "No server is set. Call rivetKit(endpoint:) first.")
  static let paramsTooLong = ActorError(
    group: "client", code: "params_too_long", message: "The params of the actor are too long. Pass less with them.")
  static let timedOut = ActorError(
    group: "client", code: "timed_out", message: "The server did not answer in time. Try again.")
  static let connectionLost = ActorError(
    group: "client", code: "connection_lost",
    message: "The connection was lost. Check the result, then try again.")

  static func decoding(event: String, detail: String) -> ActorError {
    ActorError(
      group: "client", code: "decode_error", message: "failed to decode event \(event)",
      metadata: ["event": .string(event), "detail": .string(detail)])
  }

  /// Creates the error of a connection that could not be made.
  init(connecting error: any Error) {
    self =
      error as? ActorError ?? ActorError(group: "client", code: "connection_failed", message: "\(error)")
  }

  /// Creates the error of a connection that ended; `nil` for a normal end.
  ///
  /// A close frame reports it as `group.code#ray`.
  init?(closing close: SocketClose) {
    if close.code == 1000 { return nil }
    if close.code == 1005 || close.code == 1006 {
      let reason = close.reason.isEmpty ? "The connection was lost." : close.reason
      self.init(group: "client", code: "connection_lost", message: reason)
      return
    }
    let name = close.reason.prefix { $0 != "#" }
    let parts = name.split(separator: ".", maxSplits: 1)
    self.init(
      group: parts.count == 2 ? String(parts[0]) : "connection", code: String(parts.last ?? "closed"),
      message: "The server closed the connection. The next attempt follows.")
  }

  /// Creates the error of a connection to an actor that could not be started, with what the server knows about it.
  init(_ error: ActorSchedulingError) {
    self.init(group: error.group, code: error.code, message: error.description, metadata: error.details)
  }

  /// Whether the actor could not be started, so that the server may know why.
  var isScheduling: Bool { group == "guard" && ["actor_ready_timeout", "actor_runner_failed"].contains(code) }

  /// Whether the action may have run.
  ///
  /// Servers before 2.3 also report an id that they do not know as an internal error.
  var mayHaveRun: Bool {
    code == "internal_error" || (group == "actor" && code == "dropped_reply")
      || (group == "guard" && (code == "gateway_response_start_timeout" || code.hasPrefix("tunnel_")))
  }

  /// Whether the actor has moved or ended, so that asking for it again may help.
  var isStale: Bool {
    switch group {
    case "actor":
      code.hasPrefix("destroyed_")
        || [
          "not_found", "starting", "stopping", "stopped", "restarting", "not_configured",
        ].contains(code)
    case "guard":
      ["service_unavailable", "actor_wake_retries_exceeded", "actor_stopped_while_waiting"].contains(code)
    case "ws": code == "going_away"
    default: false
    }
  }
}

/// The server could not start an actor.
public struct ActorSchedulingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The group of the error that was received: `guard`.
  public var group: String
  /// The kind of error.
  public var code: String
  /// The actor.
  public var actorId: String
  /// What the server knows about the reason.
  public var details: JSONValue

  /// Creates an error.
  public init(group: String, code: String, actorId: String, details: JSONValue) {
    self.group = group
    self.code = code
    self.actorId = actorId
    self.details = details
  }

  /// One sentence.
  public var description: String { "The server could not start the actor. Look into its log, then try again." }
}

/// The connection was disposed before the action was answered.
public struct ActorConnDisposed: Error, Sendable, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}
  /// One sentence.
  public var description: String { "The connection was closed. Connect, then try again." }
}

/// A response that is not from an actor: the network failed, or a proxy answered.
public struct HttpRequestError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What has happened.
  public var message: String

  /// Creates an error.
  public init(message: String) { self.message = message }

  /// The first line of the message as one sentence for the user.
  public var description: String { ErrorSentence.text(of: message) }
}

/// A server answered in a way that this client does not understand.
public struct InternalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is missing.
  public var message: String

  /// Creates an error.
  public init(message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}

/// How a message of a server or of the wire reads on a screen.
enum ErrorSentence {
  /// Returns the first line of a message, as a sentence.
  static func text(of message: String) -> String {
    var line = message.prefix { !$0.isNewline }
    while let last = line.last, last == ":" || last == " " { line.removeLast() }
    guard let first = line.first, let last = line.last else { return "The server reported an error without a message." }
    return first.uppercased() + line.dropFirst() + (".!?…)”".contains(last) ? "" : ".")
  }
}
