extension Order {
  /// This order within the ranks of a search: records with all of its words, then those with words that begin with
  /// them, then those with words that contain them, then the rest.
  ///
  /// It is for lists of few records: each of them is ranked when the list is opened.
  ///
  /// - Parameters:
  ///   - words: The words of the search.
  ///   - titleLength: The length of a record's title, with which its text for searches begins, as SQL: of equal ranks,
  ///     records with the words in their titles are first.
  /// - Complexity: O(*n*), where *n* is the length of the search.
  public func bestFirst(for words: SearchWords, titleLength: String = "0") -> Order {
    let text = "\(M.table.name).search"
    func all(_ condition: (String) -> String) -> String {
      (["1"] + words.words.map { condition($0.replacing("'", with: "''")) }).joined(separator: " AND ")
    }
    let ranks = [
      all { "instr(\(text) || ' ', ' \($0) ') > 0" }, all { "instr(\(text), ' \($0)') > 0" },
      all { "instr(\(text), '\($0)') > 0" },
    ]
    let isTitle = all { "instr(substr(\(text), 1, \(titleLength)), '\($0)') > 0" }
    let titleRank = "CASE WHEN \(isTitle) THEN '0' ELSE '1' END"
    let cases = ranks.enumerated().map { "WHEN \($1) THEN '\($0)'" }.joined(separator: " ")
    var order = Order(
      "best \(words.words.joined(separator: " ")) \(name)",
      expression: "CAST(CASE \(cases) ELSE '\(ranks.count)' END || \(titleRank) || \(column) AS BLOB)")
    order.isOfSearch = true
    return order
  }
}
