import Algorithms

/// Keys that a user may type into the list of people, the same for the same seed: moves, marks, deletions, favourites,
/// undos and searches.
///
/// Each key means the same however fast the keys are typed: Esc is sent as a sequence that no other key can complete,
/// and no question is asked. An undo always finds a change of the script, and marked people become favourites, since
/// several are deleted after a question only.
public struct TypedScript: Sendable {
  /// One key.
  public struct Key: Sendable {
    /// What a terminal sends for it.
    public var bytes: [UInt8]
    /// Whether the program reads or writes the book for it.
    public var isAction: Bool
  }

  /// The keys, in order.
  public private(set) var keys: [Key] = []
  private var generator: SeededGenerator
  /// How many changes can be undone at least.
  private var undoable = 0
  /// Whether the list may be empty, so that a change may do nothing.
  private var isFiltered = false
  /// Whether people may be marked.
  private var hasMarks = false
  /// Whether a search may hide marked people, so that a change would ask first.
  private var mayHideMarks = false

  /// Esc, as terminals send it that name each key.
  public static let escape = Array("\u{1B}[27u".utf8)

  /// Keys that show all people, so that no search hides a marked one.
  public static let endOfSearch = Array("/\u{15}\r".utf8)

  /// A script of `count` keys, or as many more as the last search needs.
  public init(seed: UInt64, count: Int) {
    generator = SeededGenerator(seed: seed)
    while keys.count < count { append() }
  }

  private static let moves = ["j", "k", "j", "k", "j", "\u{1B}[B", "\u{1B}[A", "\u{1B}[6~", "\u{1B}[5~", "g", "G"]
  private static let searches = ["ada", "gra", "al", "lo", "b", "zz", "hopper", "de", "fri"]

  private mutating func append() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<50: add(Self.moves.randomElement(using: &generator) ?? "j")
    // Never all people at once: in an empty book the keys mean other things.
    case 50..<67:
      add(" ")
      hasMarks = true
    case 67..<80:
      if mayHideMarks { search(for: "") }
      add(hasMarks ? "f" : "d", isAction: true)
      hasMarks = false
      if !isFiltered { undoable += 1 }
    case 80..<90:
      guard undoable > 0 else { return }
      add("u", isAction: true)
      undoable -= 1
    case 90..<95:
      search(for: Self.searches.randomElement(using: &generator) ?? "a")
    default:
      search(for: "")
    }
  }

  /// Replaces the search; an empty one shows all people.
  private mutating func search(for text: String) {
    isFiltered = !text.isEmpty
    mayHideMarks = isFiltered && hasMarks
    add("/")
    add("\u{15}")
    if Bool.random(using: &generator) {
      // A mistake, corrected.
      add("z")
      add("\u{7F}")
    }
    for letter in text { add(String(letter)) }
    if text.isEmpty, Bool.random(using: &generator) {
      keys.append(Key(bytes: Self.escape, isAction: true))
    } else {
      add("\r", isAction: true)
    }
  }

  private mutating func add(_ text: String, isAction: Bool = false) {
    keys.append(Key(bytes: Array(text.utf8), isAction: isAction))
  }
}
