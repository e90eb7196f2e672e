/// The parts of the screen that scene files draw.
enum SceneName: String, CaseIterable, Sendable {
  /// The card of a person.
  case card
  /// The text of an empty book.
  case welcome
  /// The message that says who changed what.
  case toast

  /// The name of the scene's file.
  var fileName: String { "\(rawValue).json" }

  /// The scene that a file replaces: the one that the file is named after, else the card.
  init(replacedBy path: String) {
    let name = path.split(separator: "/").last ?? ""
    self = Self.allCases.first { name == $0.fileName } ?? .card
  }
}

/// A set of scenes that is part of the program.
enum SceneSet: String, CaseIterable, Sendable {
  /// Lines with space between them.
  case plain
  /// Boxes with borders.
  case cards
  /// As many values as possible.
  case compact

  /// The text of the set's file for a scene.
  func text(of name: SceneName) -> String {
    let texts =
      switch self {
      case .plain: Self.plainTexts
      case .cards: Self.cardsTexts
      case .compact: Self.compactTexts
      }
    return texts[name] ?? ""
  }
}
