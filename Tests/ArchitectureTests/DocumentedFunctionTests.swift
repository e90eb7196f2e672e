import Testing

/// Errors and costs are where a reader looks for them: in the fields of a documentation comment.
@Suite struct `Documentation comments` {
  @Test func `state the errors of every public function that throws`() throws {
    var silent: [String] = []
    var count = 0
    for path in try Repository.swiftFiles(under: "Sources") {
      for function in DocumentedFunction.all(in: try Repository.text(of: path))
      where function.isPublic && function.isThrowing {
        count += 1
        if !function.documents("Throws") { silent.append("\(path):\(function.line)") }
      }
    }
    #expect(count > 50)
    #expect(silent == [])
  }

  @Test func `state costs in their complexity field`() throws {
    var misplaced: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      var isInField = false
      for (index, line) in try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let words = line.drop { $0 == " " || $0 == "/" }
        let isComment = line.contains(/^ *\/\//)
        if !isComment || words.hasPrefix("- ") || words.isEmpty { isInField = words.hasPrefix("- Complexity:") }
        if line.contains(/\/\/.*\bO\(/), !isInField { misplaced.append("\(path):\(index + 1)") }
      }
    }
    #expect(misplaced == [])
  }

  @Test func `are read with the function that they describe`() {
    let functions = DocumentedFunction.all(
      in: """
        public protocol Reader {
          /// Reads.
          ///
          /// - Throws: An error.
          func read(_ body: () throws -> Void) throws(Failure)
          /// Closes.
          func close()
        }

        struct File {
          /// Opens.
          @discardableResult
          public init(
            _ body: () throws -> Void = { }
          ) throws {}
          func undocumented() throws {}
          /// Maps.
          public func map(_ body: () throws -> Void) rethrows {}
          /// Opens.
          func open() throws {}
        }
        """)
    #expect(functions.map(\.line) == [5, 7, 13, 18, 20])
    #expect(functions.map(\.isThrowing) == [true, false, true, false, true])
    #expect(functions.map(\.isPublic) == [true, true, true, true, false])
    #expect(functions.map { $0.documents("Throws") } == [true, false, false, false, false])
  }
}
