/// Two records of a book that may be about one person.
public struct DuplicatePair: Hashable, Sendable, Identifiable {
  /// What two records have in common.
  public enum Reason: Hashable, Sendable {
    /// A value of a field that is the same, as the first record has it.
    case value(PersonField, String)
    /// The same words in the names, in any order; case and accents may differ.
    case name
    /// Names that sound alike.
    case sound

    /// The reason in a few words: `same e-mail ada@example.com`.
    public var text: String {
      switch self {
      case .value(let field, let value):
        "same \(field.name)" + (findsPairs ? " \(value)" : "")
      case .name: "same name"
      case .sound: "names that sound alike"
      }
    }

    /// Whether people with this reason in common are candidates.
    fileprivate var findsPairs: Bool {
      if case .value(let field, _) = self { field.comparison?.findsPairs == true } else { true }
    }

    /// The probability that this reason alone says that the two are one.
    var weight: Double {
      switch self {
      case .value(let field, _): field.comparison?.weight ?? 0
      case .name: 0.6
      case .sound: 0.35
      }
    }
  }

  /// Identifies the pair by the rows of both.
  public var id: String { "\(first.row)-\(second.row)" }
  /// The earlier one among the people.
  public let first: Person
  /// The later one.
  public let second: Person
  /// What they have in common, the strongest reason first.
  public let reasons: [Reason]
  /// The probability that they are one person, from 0 to 1.
  public let score: Double

  /// `nil` when the two have too little in common, or the user has said that they are two.
  init?(_ first: Person, _ second: Person) {
    if first.isDistinct(from: second) { return nil }
    // Two birthdays of one person cannot both be right.
    if DuplicateKeys.fields.contains(where: { $0.kind.contradicts(first, second) }) { return nil }
    let reasons = Self.reasons(first, second)
    guard reasons.contains(where: \.findsPairs) else { return nil }
    (self.first, self.second, self.reasons) = (first, second, reasons)
    score = 1 - reasons.reduce(1) { $0 * (1 - $1.weight) }
  }

  private static func reasons(_ first: Person, _ second: Person) -> [Reason] {
    let (one, other) = (DuplicateKeys(first), DuplicateKeys(second))
    var reasons: [Reason] = []
    for (index, field) in DuplicateKeys.fields.enumerated() {
      let theirs = other.values[index]
      if let shared = one.values[index].firstIndex(where: { !$0.isEmpty && theirs.contains($0) }) {
        reasons.append(.value(field, field.kind.values(of: first)[shared].value))
      }
    }
    if !one.name.isEmpty, one.name == other.name {
      reasons.append(.name)
    } else if !one.sound.isEmpty, one.sound == other.sound {
      reasons.append(.sound)
    }
    return reasons.sorted { $0.weight > $1.weight }
  }
}
