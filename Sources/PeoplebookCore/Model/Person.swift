/// Somebody in the book.
public struct Person: Hashable, Sendable, Identifiable, Codable {
  /// The row's number in the book; 0 until it has one. Lists are ordered rows, so this is what they count with.
  public var row: Int64 = 0
  /// What the world knows the person by: a lower-case UUID, or the UID of the card that the person came with.
  public var id: String = ""
  public var firstName = ""
  public var lastName = ""
  public var nickname = ""
  public var organisation = ""
  public var title = ""
  public var emails: [LabeledValue] = []
  public var phones: [LabeledValue] = []
  public var birthday: PartialDate?
  public var tags: [String] = []
  public var note = ""
  /// What came with the person's card and has no field of its own: unfolded vCard lines, verbatim and in order.
  public var otherProperties: [String] = []

  public init() {}

  /// What the person is called: first and last name, or the first of ``standIns``; empty when there is none.
  public var name: String {
    hasName ? [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") : standIns.first ?? ""
  }

  /// The name as it is shown, also of somebody who has none.
  public var displayName: String {
    let name = name
    return name.isEmpty ? "(no name)" : name
  }

  /// Whether there is a first or a last name, of more than blanks.
  public var hasName: Bool { firstName.utf8.contains { $0 > 0x20 } || lastName.utf8.contains { $0 > 0x20 } }

  /// What may stand for a name where there is none, the best first: nickname, organisation, e-mail addresses, phone
  /// numbers, title, the note's first line.
  var standIns: [String] {
    let line = note.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmed }.first { !$0.isEmpty }
    return ([nickname, organisation] + (emails + phones).map(\.value) + [title, line ?? ""]).filter {
      !$0.trimmed.isEmpty
    }
  }

  /// Whether this is a record of the book, and not what stands in for one that could not be read.
  public var isRead: Bool { !id.isEmpty }

  /// Whether nothing is said about them but their id.
  var isBlank: Bool {
    !hasName && birthday == nil && standIns.isEmpty && (tags + otherProperties).allSatisfy(\.trimmed.isEmpty)
  }
}

/// One of several values of a kind, and what it is for: an e-mail address "at work".
public struct LabeledValue: Hashable, Sendable, Codable {
  /// `work`, `home`, `mobile`, or any text; may be empty.
  public var label: String
  public var value: String

  public init(label: String = "", value: String) {
    self.label = label
    self.value = value
  }
}

/// A day whose year may be unknown, as many birthdays are.
public struct PartialDate: Hashable, Sendable {
  public let year: Int?
  public let month: Int
  public let day: Int

  /// Fails when there is no such day. Without a year, 29 February exists.
  public init?(year: Int?, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
    if let year, !(1...9999).contains(year) { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(inMonth month: Int, of year: Int?) -> Int {
    switch month {
    case 2:
      guard let year else { return 29 }
      return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

/// As text: see ``PartialDate/iso``.
extension PartialDate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = PartialDate(iso: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such day")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}
