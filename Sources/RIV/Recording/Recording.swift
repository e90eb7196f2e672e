import FoundationEssentials

/// What happened in a feature, in order, as a ``Recorder`` wrote it down.
public struct Recording<Action: Codable, Domain: Codable> {
  public enum Entry {
    case action(Action)
    case state(Domain, by: ChangeCause)
  }

  public var entries: [Entry]

  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// Reads JSON lines. Blank lines are skipped.
  ///
  /// - Throws: ``RecordingError`` at the first line that is no entry of such a feature.
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

/// A line that is no entry of a recording.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  public let line: Int
  public let reason: String

  public var description: String { "Line \(line) of the recording cannot be read: \(reason)" }
}

extension Recording.Entry: Codable {
  private enum Key: String, CodingKey { case action, state, by }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let action = try container.decodeIfPresent(Action.self, forKey: .action) {
      self = .action(action)
    } else {
      self = .state(
        try container.decode(Domain.self, forKey: .state), by: try container.decode(ChangeCause.self, forKey: .by))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .action(let action):
      try container.encode(action, forKey: .action)
    case .state(let domain, let cause):
      try container.encode(domain, forKey: .state)
      try container.encode(cause, forKey: .by)
    }
  }
}

extension Recording: Equatable where Action: Equatable, Domain: Equatable {}
extension Recording.Entry: Equatable where Action: Equatable, Domain: Equatable {}
extension Recording: Sendable where Action: Sendable, Domain: Sendable {}
extension Recording.Entry: Sendable where Action: Sendable, Domain: Sendable {}
