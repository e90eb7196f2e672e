import Testing

/// The pages repeat the table of layers for their readers.
@Suite struct `The tables of modules` {
  private var modules: [ModuleLayers.Module] {
    ModuleLayers.peoplebook.modules.filter { !ModuleLayers.programs.contains($0.name) }
  }

  @Test func `in the README is the one that the imports are checked against`() throws {
    let rows = LayerTables.readme(try Repository.text(of: "README.md"))
    #expect(rows.map(\.description).sorted() == modules.map(\.description).sorted())
  }

  @Test func `in ARCHITECTURE has each module in its layer`() throws {
    let layers = LayerTables.architecture(try Repository.text(of: "ARCHITECTURE.md"))
    #expect(layers == Dictionary(modules.map { ($0.name, $0.layer) }) { first, _ in first })
  }

  @Test func `are read row by row`() {
    let rows = LayerTables.readme(
      """
      | layer | module | in one line | may import |
      |---|---|---|---|
      | 3 | `App` | the program | everything below except Text, Time |
      | 2 | `Tool` | another one | everything below |
      | 1 | `Lists` | rows | Time, Text |
      | 0 | `Time` `Text` | a clock | – |
      """)
    #expect(
      rows.map(\.description) == [
        "App (3): * -Text -Time", "Tool (2): *", "Lists (1): Text, Time", "Time (0): ", "Text (0): ",
      ])
    let layers = LayerTables.architecture(
      """
      ## Layers

          1   Lists         rows
              Forms         fields
          0   Time, Text    a clock

      Text:

          2   Other         not in the table
      """)
    #expect(layers == ["Lists": 1, "Forms": 1, "Time": 0, "Text": 0])
  }
}
