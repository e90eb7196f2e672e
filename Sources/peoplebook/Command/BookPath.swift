import PeoplebookCore

/// The path of the book.
enum BookPath {
  /// Whether the user has named the path, with `--book` or `$PEOPLEBOOK`.
  static func isNamed(_ arguments: Arguments) -> Bool {
    arguments.has(.book) || Environment.value(of: "PEOPLEBOOK") != nil
  }

  /// The path given with `--book`, or that of the user's own book: `$PEOPLEBOOK`, else in the data folder.
  static func path(_ arguments: Arguments) throws(Failure) -> String {
    if let path = arguments.last(.book) {
      guard !path.isEmpty else { throw .usage("--book needs the path of a book.") }
      return path
    }
    if let path = try value(of: "PEOPLEBOOK") { return path }
    return try dataFolder() + "/peoplebook/people.db"
  }

  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  private static func dataFolder() throws(Failure) -> String {
    // The standard requires that a relative path in it is ignored.
    if let path = try value(of: "XDG_DATA_HOME"), path.hasPrefix("/") { return path }
    guard let home = try value(of: "HOME") else {
      throw Failure(status: .book, message: "HOME is not set, so the book has no folder: name a book with --book.")
    }
    return home + "/.local/share"
  }

  /// The value of a variable on which the path depends.
  ///
  /// - Throws: ``Failure`` for one that is not UTF-8: without it, another book would be opened.
  private static func value(of variable: String) throws(Failure) -> String? {
    guard !Environment.isMalformed(variable) else {
      throw Failure(status: .book, message: "\(variable) is not UTF-8: name a book with --book.")
    }
    return Environment.value(of: variable)
  }
}
