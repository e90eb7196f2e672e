import Algorithms

/// Keys that a user may type into the list, the same for the same seed: moves, marks, deletions, undos and searches.
struct TypedScript {
  /// One key.
  struct Key {
    var bytes: [UInt8]
    /// Whether the program reads or writes the book for it.
    var isAction = false
  }

  private(set) var keys: [Key] = []
  private var generator: SeededGenerator
  /// How many deletions can be undone.
  private var undoable = 0

  /// A script of `count` keys. It ends with a deletion, so that the selection and the marks show in the book, and quits.
  init(seed: UInt64, count: Int) {
    generator = SeededGenerator(seed: seed)
    while keys.count < count { append() }
    keys.append(Key(bytes: Array("x".utf8), isAction: true))
    keys.append(Key(bytes: Array("d".utf8), isAction: true))
    keys.append(Key(bytes: Array("q".utf8)))
  }

  private static let moves = ["j", "k", "j", "k", "j", "\u{1B}[B", "\u{1B}[A", "\u{1B}[6~", "\u{1B}[5~", "g", "G"]
  private static let searches = ["ada", "gra", "al", "lo", "b", "zz", "hopper", "de"]

  private mutating func append() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<50: add(Self.moves.randomElement(using: &generator) ?? "j")
    // Never all people at once: in an empty book the keys mean other things.
    case 50..<67: add(" ")
    case 67..<80:
      add("d", isAction: true)
      undoable += 1
    case 80..<90:
      guard undoable > 0 else { return }
      add("u", isAction: true)
      undoable -= 1
    case 90..<95:
      add("/")
      for letter in Self.searches.randomElement(using: &generator) ?? "a" { add(String(letter)) }
      add("\r", isAction: true)
    default: add("x", isAction: true)
    }
  }

  private mutating func add(_ text: String, isAction: Bool = false) {
    keys.append(Key(bytes: Array(text.utf8), isAction: isAction))
  }
}
