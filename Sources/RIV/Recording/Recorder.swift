import FoundationEssentials

/// A middleware that writes the actions and states of a feature as JSON lines, which a ``Recording`` reads.
///
///     {"by":"start","state":{"count":0}}
///     {"action":{"count":{"to":1}}}
///     {"by":"effect","effect":"count","state":{"count":1}}
@MainActor
public final class Recorder<Action: Codable, Domain: Codable>: Middleware {
  private let encoder = JSONEncoder()
  private let write: (String) -> Void

  /// Creates a recorder.
  ///
  /// - Parameter write: Receives each line, without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Writes a line for the action, and passes it on.
  public func handle(_ action: Action, from source: ActionSource, next: (Action) -> Void) {
    record(.action(action, from: source))
    next(action)
  }

  /// Writes a line for the state.
  public func didChange(_ domain: Domain, by cause: ChangeCause) {
    record(.state(domain, by: cause))
  }

  private func record(_ entry: Recording<Action, Domain>.Entry) {
    // A value that JSON cannot express, such as an infinite number, leaves a line that says so: a recording must not
    // end the program.
    let data = (try? encoder.encode(entry)) ?? Data(#"{"unwritable":true}"#.utf8)
    write(String(decoding: data, as: UTF8.self))
  }
}
