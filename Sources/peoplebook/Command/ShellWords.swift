/// The words of a line that is being typed in a shell.
enum ShellWords {
  /// The words as the shell would pass them; the last one is not complete, and empty after a blank.
  ///
  /// Quotation marks and backslashes are understood; variables and other expansions are not.
  ///
  /// - Complexity: O(n) in the length of the line.
  static func words(in line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    /// Whether the word has a quotation mark: such a word may be empty.
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        // In double quotation marks, a backslash before other characters is one of the word's.
        if quote == "\"", !"\"\\$`".contains(character) { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        isQuoted = true
      } else if quote == nil, character == " " || character == "\t" {
        if !word.isEmpty || isQuoted { words.append(word) }
        (word, isQuoted) = ("", false)
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }
}
