extension Store {
  /// The words of the book that are similar to words of a search, by those.
  ///
  /// They contain the word, or differ from it by a typo.
  ///
  /// The index of words is read a part at a time, so that other requests do not wait. Of many similar words, only some
  /// are found.
  ///
  /// - Throws: `CancellationError` when the task was cancelled, otherwise the reason why the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the size of the index: some 0.1 s for a million people.
  public func similarWords<M: Model>(of model: M.Type, to words: SearchWords) async throws -> [String: [String]] {
    var search = SimilarWords(words.words, in: M.table.words)
    while !search.isDone {
      try Task.checkCancellation()
      search = try await engine.advance(search)
    }
    return search.found
  }
}

extension Engine {
  fileprivate func advance(_ search: SimilarWords) throws(StoreError) -> SimilarWords {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      var search = search
      try search.advance(in: connection.database)
      return search
    }
  }
}
