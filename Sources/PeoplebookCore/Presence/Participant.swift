import FoundationEssentials

/// A program that has a book open, and what its user edits there.
public struct Participant: Hashable, Sendable, Codable {
  /// The author of the changes that are made there, as in `Store.author`.
  public var author: String
  /// The id of the person who is edited; `nil` when the form is not open.
  public var person: String?
  /// The label of the field that has the focus: `Phone`.
  public var field: String?
  /// The name of the machine, for a program on another one that shares the book.
  public var machine: String?

  /// A program without an open form.
  public init(author: String) {
    self.author = author
  }

  /// The name of the user, from the point of view of the program that signs with `own`: `peoplebook@laptop`, or `you`.
  ///
  /// On another machine, it is the name that the machine has among those that share the book.
  func name(own: String) -> String { machine ?? ChangeOrigin(author: author, time: 0).authorText(own: own) }
}

// MARK: Text

extension Participant {
  /// The longest line that is read: anything longer is not from a program like this one.
  private static let mostBytes = 4_096

  /// Programs as lines of JSON, one for each.
  ///
  /// - Complexity: O(*n*), where *n* is the number of programs.
  public static func lines(of participants: [Participant]) -> [UInt8] {
    participants.flatMap { participant in
      ((try? JSONEncoder().encode(participant)) ?? Data()) + [UInt8(ascii: "\n")]
    }
  }

  /// Reads ``lines(of:)``; lines of another kind are ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public static func participants(in lines: [UInt8]) -> [Participant] {
    lines.split(separator: UInt8(ascii: "\n")).filter { $0.count <= mostBytes }
      .compactMap { try? JSONDecoder().decode(Participant.self, from: Data($0)) }
  }
}
