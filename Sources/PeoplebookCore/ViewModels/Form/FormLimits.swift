/// The limits of what is typed or pasted into one line of the form.
enum FormLimits {
  /// The most characters of a value.
  static let longestValue = 10_000

  /// Checks the text that a key or a paste would result in.
  ///
  /// A present value that is too long already can always be shortened.
  ///
  /// - Throws: A sentence when the text is too long.
  static func check(_ text: String, replacing present: String) throws(InvalidValue) {
    guard text.count <= longestValue || text.count <= present.count else {
      throw InvalidValue(description: "A value has at most \(longestValue.grouped) characters.")
    }
  }
}
