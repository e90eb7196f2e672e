import Testing

/// Errors and costs are where a reader looks for them: in the fields of a documentation comment.
@Suite struct `Documentation comments` {
  @Test func `state the errors of every public function that throws`() throws {
    let functions = try Repository.swiftFiles(under: "Sources").flatMap { path in
      try Repository.members(of: path).map { (path: path, function: $0) }
    }.filter { $0.function.isPublic && $0.function.isThrowing }
    #expect(functions.count > 50)
    let silent = Self.silent(functions.map(\.function), about: "Throws").map { functions[$0] }
    #expect(silent.map { "\($0.path):\($0.function.line)" } == [])
  }

  @Test func `state the result that callers of a public function may ignore`() throws {
    let functions = try Repository.swiftFiles(under: "Sources").flatMap { path in
      try Repository.members(of: path).map { (path: path, function: $0) }
    }.filter { $0.function.isPublic && $0.function.hasDiscardableResult }
    #expect(functions.count > 40)
    let silent = Self.silent(functions.map(\.function), about: "Returns").map { functions[$0] }
    #expect(silent.map { "\($0.path):\($0.function.line)" } == [])
  }

  @Test func `describe all parameters of a public function, or none`() throws {
    let functions = try Repository.swiftFiles(under: "Sources").flatMap { path in
      try Repository.members(of: path).map { (path: path, function: $0) }
    }.filter { $0.function.isPublic && !$0.function.documentedParameters.isEmpty }
    #expect(functions.count > 100)
    let partial = functions.filter { Set($0.function.documentedParameters) != Set($0.function.parameters) }
    #expect(partial.map { "\($0.path):\($0.function.line)" } == [])
  }

  /// The indices of functions without a field in their documentation, or, where they have no comment, in that of the
  /// requirement that they meet.
  private static func silent(_ functions: [DocumentedMember], about field: String) -> [Int] {
    let inherited = functions.filter { $0.isRequirement && $0.documents(field) }.map(\.name)
    let requirements = Set(inherited + ["init(from", "encode"])
    return functions.indices.filter { index in
      let function = functions[index]
      if function.comment.isEmpty, !function.isRequirement { return !requirements.contains(function.name) }
      return !function.documents(field)
    }
  }

  @Test func `state costs in their complexity field`() throws {
    var misplaced: [String] = []
    let cost = Pattern(#"//.*\bO\("#)
    for path in try Repository.swiftFiles(under: "Sources") {
      let text = try Repository.text(of: path)
      guard cost.occurs(in: text) else { continue }
      var isInField = false
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.drop { $0 == " " || $0 == "/" }
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        if !isComment || words.hasPrefix("- ") || words.isEmpty { isInField = words.hasPrefix("- Complexity:") }
        if !isInField, cost.occurs(in: line) { misplaced.append("\(path):\(index + 1)") }
      }
    }
    #expect(misplaced == [])
  }

  @Test func `are read with the function that they describe`() {
    let functions = DocumentedMember.all(
      in: """
        public protocol Reader {
          /// Reads.
          ///
          /// - Throws: An error.
          func read(_ body: () throws -> Void) throws(Failure)
          /// Closes.
          func close()
          func reopen() throws
        }

        struct File {
          /// Opens.
          @discardableResult
          public init(
            _ body: () throws -> Void = { }
          ) throws {}
          public func undocumented() throws {}
          public func read(_ body: () throws -> Void) throws {}
          public init(from decoder: any Decoder) throws {}
          /// Maps.
          public func map(_ body: () throws -> Void) rethrows {}
          /// Opens.
          func open() throws {}
        }
        """)
    #expect(functions.map(\.line) == [5, 7, 8, 14, 17, 18, 19, 21, 23])
    #expect(functions.map(\.isThrowing) == [true, false, true, true, true, true, true, false, true])
    #expect(functions.map(\.isPublic) == [true, true, true, true, true, true, true, true, false])
    #expect(functions.map { $0.documents("Throws") } == [true] + Array(repeating: false, count: 8))
    let throwing = functions.filter { $0.isPublic && $0.isThrowing }
    #expect(Self.silent(throwing, about: "Throws").map { throwing[$0].line } == [8, 14, 17])
    #expect(functions.filter(\.hasDiscardableResult).map(\.line) == [14])
    #expect(functions.map(\.parameters) == [["body"], [], [], ["body"], [], ["body"], ["decoder"], ["body"], []])
  }

  @Test func `are read with the parameters that they describe`() {
    let functions = DocumentedMember.all(
      in: """
        /// Inserts.
        ///
        /// - Parameters:
        ///   - values: The values: all of them.
        ///   - index: The place.
        /// - Returns: The place.
        public func insert<T>(
          _ values: [String: (Int, Int)], at index: Int = 0, body: (Int) -> Void, _ end: () -> Void
        ) -> Int {}
        /// Removes.
        ///
        /// - Parameter index: The place.
        public func remove(
          at index: Int
        ) {}
        """)
    #expect(functions.map(\.parameters) == [["values", "index", "body", "end"], ["index"]])
    #expect(functions.map(\.documentedParameters) == [["values", "index"], ["index"]])
  }
}
