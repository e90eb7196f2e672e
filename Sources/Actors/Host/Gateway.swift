/// The part of a path behind which an actor answers.
enum Gateway {
  /// An actor, and the path below it, which is percent-encoded.
  struct Target {
    var actor: String
    var path: String
  }

  /// Returns the actor that a percent-encoded path or a header names.
  ///
  /// - Throws: ``HostError`` if there is none.
  static func target(of path: String, actor: String?) throws -> Target {
    if let actor { return Target(actor: actor, path: path) }
    let prefix = "/gateway/"
    guard path.hasPrefix(prefix) else { throw HostError(404, "guard", "no_route", "Not found.") }
    let rest = path.dropFirst(prefix.count)
    let name = rest.prefix { $0 != "/" }
    // A token after the id is accepted: a host on this machine has no secret.
    guard let actor = PercentEncoding.decoded(name.prefix { $0 != "@" }) else {
      throw HostError(404, "guard", "no_route", "Not found.")
    }
    return Target(actor: actor, path: String(rest[name.endIndex...]))
  }
}
