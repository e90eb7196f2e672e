import Testing

/// A class changes its own state: other files call its methods, or read.
///
/// The table and its presenter themselves consist of constants that own the state, and of public settings.
@Suite struct `The state of a class` {
  /// The stored variables of a class that other files can change.
  private static func openState(of type: SwiftSource.Class) -> [String] {
    type.storedProperties.map { String($0.drop { $0 == " " }) }.filter { property in
      guard let match = Pattern(#"^(?:@\w+ )*([\w()]+ )*?var "#).firstMatch(in: property) else { return false }
      let modifiers = match[0]
      if modifiers.contains("private(set) ") || modifiers.contains("private ") { return false }
      return modifiers.contains("internal(set) ") || !Pattern(#"\b(public|open)\b"#).occurs(in: modifiers)
    }
  }

  @Test func `of a table is changed only by the class that stores it`() throws {
    let classes = try Repository.swiftFiles(under: "Sources/TUIKit/Table").flatMap { path in
      try Repository.source(of: path).classes
    }
    #expect(Set(classes.map(\.name)).isSuperset(of: ["TableView", "RowPresenter", "TableViewport", "TableSelection"]))
    #expect(classes.flatMap { type in Self.openState(of: type).map { "\(type.name): \($0)" } } == [])
  }

  @Test func `of live queries is changed only by the class that stores it`() throws {
    let path = "Sources/Persistence/Engine/LiveQueries.swift"
    let classes = try Repository.source(of: path).classes
    #expect(classes.map(\.name) == ["LiveQueries"])
    #expect(classes.flatMap(Self.openState) == [])
  }

  @Test func `is open in a variable without private setter`() {
    let source = SwiftSource(
      """
      open class List {
        public var height = 1 { didSet { update() } }
        public internal(set) var count = 0
        public private(set) weak var owner: List?
        private(set) final lazy var rows = Rows(self)
        private unowned let table: Table
        let cells = Cells()
        @Logged weak var delegate: Delegate?
        final var total: Int { count }
        var offset = 0
      }
      """)
    #expect(
      source.classes.flatMap(Self.openState) == [
        "public internal(set) var count = 0", "@Logged weak var delegate: Delegate?", "var offset = 0",
      ])
  }
}
