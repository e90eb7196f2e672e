/// Events over time as a line of text, in which one character is one tick of the clock.
///
///     a-b-(cd)-'long'-|
///
/// | | |
/// |---|---|
/// | `-` | nothing happens in this tick |
/// | `a` | a value; any character without a meaning of its own |
/// | `'long'` | a value of any length, in one tick |
/// | `(ab)` | several events in one tick |
/// | `\|` | the publisher finishes |
/// | `#` | the publisher fails |
/// | `!` | the subscriber cancels (in an expression's input: nothing but a tick) |
/// | space | nothing at all; for alignment |
///
/// Two diagrams are equal when they have the same events at the same times; trailing dashes are ignored.
public struct Diagram: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// An event in a diagram.
  public enum Event: Equatable, Sendable {
    /// A value.
    case value(String)
    /// The publisher finishes.
    case finished
    /// The publisher fails.
    case failed
    /// The subscriber cancels.
    case cancelled
  }

  /// An error in the text of a diagram.
  public enum ParseError: Error, Equatable, CustomStringConvertible {
    /// A character that is not allowed at an offset.
    case unexpected(Character, at: Int)
    /// A group or a quotation without an end.
    case unfinished(String)

    public var description: String {
      switch self {
      case .unexpected(let character, let place): "'\(character)' has no place at \(place) in a diagram"
      case .unfinished(let what): "the diagram ends within \(what)"
      }
    }
  }

  /// The events of each tick that has any.
  public private(set) var events: [Int: [Event]] = [:]

  /// Creates a diagram without events.
  public init() {}

  /// Creates a diagram.
  ///
  /// - Throws: ``ParseError`` when a group or a quotation is not closed, or nested.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(parsing text: String) throws(ParseError) {
    var tick = 0
    var group: [Event]?
    var quotation: String?
    for (place, character) in text.enumerated() {
      if let open = quotation {
        guard character == "'" else {
          quotation = open + String(character)
          continue
        }
        quotation = nil
        Self.note(.value(open), &events, &tick, &group)
        continue
      }
      switch character {
      case " ": break
      case "-":
        guard group == nil else { throw .unexpected(character, at: place) }
        tick += 1
      case "(":
        guard group == nil else { throw .unexpected(character, at: place) }
        group = []
      case ")":
        guard let closed = group else { throw .unexpected(character, at: place) }
        if !closed.isEmpty { events[tick] = closed }
        group = nil
        tick += 1
      case "'": quotation = ""
      case "|": Self.note(.finished, &events, &tick, &group)
      case "#": Self.note(.failed, &events, &tick, &group)
      case "!": Self.note(.cancelled, &events, &tick, &group)
      default: Self.note(.value(String(character)), &events, &tick, &group)
      }
    }
    if quotation != nil { throw .unfinished("a quotation") }
    if group != nil { throw .unfinished("a group") }
  }

  /// - Precondition: the text is a diagram; in a test, a typing error stops the test with what is wrong.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(stringLiteral text: String) {
    do throws(ParseError) {
      try self.init(parsing: text)
    } catch {
      // Reached only by a diagram that is written wrong in the source of a test, never by data.
      preconditionFailure("\"\(text)\": \(error)")
    }
  }

  private static func note(_ event: Event, _ events: inout [Int: [Event]], _ tick: inout Int, _ group: inout [Event]?) {
    if group != nil {
      group?.append(event)
    } else {
      events[tick] = [event]
      tick += 1
    }
  }

  /// Adds an event after those of the same tick.
  public mutating func add(_ event: Event, at tick: Int) {
    events[tick, default: []].append(event)
  }

  /// The last tick in which something happens; -1 when nothing does.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ticks with events.
  public var lastTick: Int { events.keys.max() ?? -1 }

  public var description: String {
    guard lastTick >= 0 else { return "" }
    return (0...lastTick).map { tick in
      let marks = (events[tick] ?? []).map(Self.mark)
      return marks.isEmpty ? "-" : marks.count == 1 ? marks[0] : "(" + marks.joined() + ")"
    }
    .joined()
  }

  private static func mark(_ event: Event) -> String {
    switch event {
    case .finished: return "|"
    case .failed: return "#"
    case .cancelled: return "!"
    case .value(let value):
      let isPlain = value.count == 1 && !"-()'|#! ".contains(value)
      return isPlain ? value : "'\(value)'"
    }
  }
}
