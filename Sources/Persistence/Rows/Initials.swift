import Algorithms

/// The letters that divide an ordered list, as in an address book: A, B, … of the scripts and the language of its
/// order.
///
/// Each begins at its letter's sort key, so a record's letter is known from its key alone. Records before A are under
/// `#`, and those that precede all others under `★`; scripts without an alphabet share one letter.
struct Initials {
  /// The title of the records that precede all others.
  static let first = "★"
  /// The beginning of their keys; no other key begins so.
  static let firstKey: [UInt8] = [0]
  /// The labels in order; the first is `#`, for records without a key.
  let labels: [String]
  private let starts: [[UInt8]]

  init(_ collator: Collator) {
    var letters: [(label: String, start: [UInt8])] = []
    for letter in Self.alphabets + Self.scripts.map(\.first) {
      let label = Self.scripts.first { $0.first == letter }?.label ?? letter
      // The first level of a key ends with a 1, which precedes case and accents.
      let start = Array(collator.key(for: [letter]).prefix { $0 != 1 })
      if !start.isEmpty { letters.append((label, start)) }
    }
    // Of letters with equal keys, the first in the alphabet is kept. A letter that sorts like two, as Æ may, is left
    // out.
    var distinct: [(label: String, start: [UInt8])] = []
    let sorted = letters.enumerated().sorted {
      $0.element.start == $1.element.start
        ? $0.offset < $1.offset : $0.element.start.lexicographicallyPrecedes($1.element.start)
    }
    for (_, letter) in sorted where !letter.start.starts(with: distinct.last?.start ?? [0]) { distinct.append(letter) }
    labels = ["#", Self.first, "#"] + distinct.map(\.label)
    starts = [Self.firstKey, [1]] + distinct.map(\.start)
  }

  // MARK: In the book

  /// The text that the book stores beside its keys, so that a list has its letters before ICU is loaded: each label
  /// with the hexadecimal digits of its beginning.
  var text: String {
    zip(labels.dropFirst(), starts).map { "\($0) \(Hexadecimal.text(of: $1))" }.joined(separator: "\n")
  }

  /// Fails when the text was not made by ``text``.
  init?(text: String) {
    var labels = ["#"]
    var starts: [[UInt8]] = []
    for line in text.utf8.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20)
      guard parts.count == 2, let label = String(parts[0]) else { return nil }
      let start = Array(parts[1]).withUnsafeBufferPointer(Hexadecimal.bytes(ofUnchecked:))
      guard starts.last?.lexicographicallyPrecedes(start) ?? !start.isEmpty else { return nil }
      labels.append(label)
      starts.append(start)
    }
    guard !starts.isEmpty else { return nil }
    self.labels = labels
    self.starts = starts
  }

  /// The letters that a book stores; `nil` when an older program wrote to it last.
  static func kept(in database: Database) throws(StoreError) -> Initials? {
    try database.meta(metaKey).flatMap { Initials(text: $0) }
  }

  static let metaKey = "initials"

  /// The label's index for a sort key.
  func index(ofKey key: StoredValue) -> Int {
    guard case .blob(let bytes) = key else { return 0 }
    return starts.partitioningIndex { bytes.lexicographicallyPrecedes($0) }
  }

  /// The first position of the records of each label but `#`.
  func start(of label: Int) -> OrderPosition { OrderPosition(key: .blob(starts[label - 1]), row: .min) }

  /// Letters of some languages; in others they sort like the letter before them and are left out.
  private static let alphabets = [
    "A", "Á", "Ä", "Æ", "Å", "Ą", "B", "C", "Ç", "Č", "Ć", "D", "Đ", "Ð", "E", "É", "Ę", "Ə", "F", "G", "Ğ", "H", "I",
    "İ", "J",
    "K", "L", "Ł", "M", "N", "Ñ", "Ń", "O", "Ó", "Ö", "Ø", "Ő", "P", "Q", "R", "Ř", "S", "Ş", "Š", "Ś", "T", "Þ", "U",
    "Ü", "V",
    "W", "X", "Y", "Z", "Ž", "Ź", "Ż",
    "Α", "Β", "Γ", "Δ", "Ε", "Ζ", "Η", "Θ", "Ι", "Κ", "Λ", "Μ", "Ν", "Ξ", "Ο", "Π", "Ρ", "Σ", "Τ", "Υ", "Φ", "Χ", "Ψ",
    "Ω",
    "А", "Б", "В", "Г", "Ґ", "Д", "Ђ", "Е", "Ё", "Є", "Ж", "З", "И", "І", "Ї", "Й", "Ј", "К", "Л", "Љ", "М", "Н", "Њ",
    "О", "П",
    "Р", "С", "Т", "Ћ", "У", "Ў", "Ф", "Х", "Ц", "Ч", "Џ", "Ш", "Щ", "Ъ", "Ы", "Ь", "Э", "Ю", "Я",
  ]

  /// The first letter of a script, and the label of the whole script.
  private static let scripts = [
    ("ა", "ა"), ("ա", "Ա"), ("א", "א"), ("ا", "ا"), ("ܐ", "ܐ"), ("ހ", "ހ"), ("ሀ", "ሀ"), ("अ", "अ"), ("অ", "অ"),
    ("ਅ", "ਅ"),
    ("અ", "અ"), ("ଅ", "ଅ"), ("அ", "அ"), ("అ", "అ"), ("ಅ", "ಅ"), ("അ", "അ"), ("අ", "අ"), ("ก", "ก"), ("ກ", "ກ"),
    ("ཀ", "ཀ"),
    ("က", "က"), ("ក", "ក"), ("ᠠ", "ᠠ"), ("가", "가"), ("あ", "あ"), ("ㄅ", "ㄅ"), ("一", "漢"),
  ].map { (first: $0.0, label: $0.1) }
}
