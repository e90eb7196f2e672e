import FoundationEssentials

/// Writes what happens in a feature as JSON lines, which a ``Recording`` reads: an object for each action and each state.
///
///     {"state":{"count":0},"by":"start"}
///     {"action":{"add":{"_0":2}}}
///     {"state":{"count":2},"by":"action"}
@MainActor
public final class Recorder<Action: Codable, Domain: Codable>: Middleware {
  private let encoder = JSONEncoder()
  private let write: (String) -> Void

  /// - Parameter write: Takes a line without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  public func handle(_ action: Action, next: (Action) -> Void) {
    record(.action(action))
    next(action)
  }

  public func didChange(_ domain: Domain, by cause: ChangeCause) {
    record(.state(domain, by: cause))
  }

  private func record(_ entry: Recording<Action, Domain>.Entry) {
    // What JSON has no word for, an infinite number say, leaves a line that tells so: a recording must not end the program.
    let data = (try? encoder.encode(entry)) ?? Data(#"{"unwritable":true}"#.utf8)
    write(String(decoding: data, as: UTF8.self))
  }
}
