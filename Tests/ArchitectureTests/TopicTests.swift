import Testing

/// The pages of a module list its public types, so that a reader finds each of them.
@Suite struct `Topics of the pages` {
  @Test func `name every public type of a library`() throws {
    let pages = try Repository.pages.filter { $0.contains(".docc/") }
    let libraries = Set(pages.map(Self.module))
    #expect(libraries.count > 10)
    for library in libraries.sorted() {
      let topics = try pages.filter { Self.module(of: $0) == library }
        .reduce(into: Set<Substring>()) { $0.formUnion(Self.topics(in: try Repository.text(of: $1))) }
      let types = try Repository.swiftFiles(under: "Sources/\(library)")
        .flatMap { try Repository.source(of: $0).fileScopeTypes }.filter(\.isPublic).map(\.name)
      #expect(Set(types).subtracting(topics).sorted() == [], "Missing in \(library)")
    }
  }

  @Test func `are the links of the lists below their heading`() {
    let page = """
      # ``Module``

      - ``Early``

      ## Topics

      The ``Prose``.

      ### Group

      - ``One``
      - <doc:Page>
      - ``Two/three(_:)``
      - ``Four-swift.struct``
      """
    #expect(Self.topics(in: page) == ["One", "Four"])
  }

  private static func module(of path: String) -> Substring { path.split(separator: "/")[1] }

  /// The types that a page names under its heading “Topics”.
  private static func topics(in page: String) -> Set<Substring> {
    guard let heading = page.firstRange(of: "\n## Topics\n") else { return [] }
    return Set(Pattern(#"\n- ``(\w+)(?:-[\w.]+)?``"#).matches(in: page[heading.upperBound...]).map { $0[1] })
  }
}
