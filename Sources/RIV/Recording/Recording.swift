import FoundationEssentials

/// The actions and states of a feature, in order, as a ``Recorder`` wrote them.
public struct Recording<Action: Codable, Domain: Codable> {
  /// An action or a state.
  public enum Entry {
    /// An action, and who sent it.
    case action(Action, from: ActionSource)
    /// A state, and why the domain changed to it.
    case state(Domain, by: ChangeCause)
  }

  /// The actions and states, in order.
  public var entries: [Entry]

  /// A recording of these entries.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// Reads JSON lines.
  ///
  /// Blank lines are skipped.
  ///
  /// - Throws: ``RecordingError`` at the first line that is not an entry of such a feature.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(jsonLines text: some StringProtocol) throws(RecordingError) {
    let decoder = JSONDecoder()
    entries = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      do {
        entries.append(try decoder.decode(Entry.self, from: Data(line.utf8)))
      } catch {
        throw RecordingError(line: index + 1, reason: "\(error)")
      }
    }
  }
}

/// A line that is not an entry of a recording.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The reason why it cannot be read.
  public let reason: String

  public var description: String { "Line \(line) of the recording cannot be read: \(reason)" }
}

extension Recording.Entry: Codable {
  private enum Key: String, CodingKey { case action, state, by, effect }
  private enum Cause: String, Codable { case start, action, effect, other }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    // Recordings of earlier versions have no name of the effect.
    let effect = try container.decodeIfPresent(String.self, forKey: .effect)
    if let action = try container.decodeIfPresent(Action.self, forKey: .action) {
      self = .action(action, from: effect.map { .effect($0) } ?? .caller)
      return
    }
    let cause: ChangeCause =
      switch try container.decode(Cause.self, forKey: .by) {
      case .start: .start
      case .action: .action
      case .effect: .effect(effect ?? "")
      case .other: .other
      }
    self = .state(try container.decode(Domain.self, forKey: .state), by: cause)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .action(let action, let source):
      try container.encode(action, forKey: .action)
      if case .effect(let id) = source { try container.encode(id, forKey: .effect) }
    case .state(let domain, let cause):
      try container.encode(domain, forKey: .state)
      switch cause {
      case .start: try container.encode(Cause.start, forKey: .by)
      case .action: try container.encode(Cause.action, forKey: .by)
      case .effect(let id):
        try container.encode(Cause.effect, forKey: .by)
        try container.encode(id, forKey: .effect)
      case .other: try container.encode(Cause.other, forKey: .by)
      }
    }
  }
}

extension Recording: Equatable where Action: Equatable, Domain: Equatable {}
extension Recording.Entry: Equatable where Action: Equatable, Domain: Equatable {}
extension Recording: Sendable where Action: Sendable, Domain: Sendable {}
extension Recording.Entry: Sendable where Action: Sendable, Domain: Sendable {}
