import Testing

/// A binding of the toolkit is shown in use: by an example, or by the application.
@Suite struct BindingUseTests {
  private func code(under folders: String...) throws -> [String] {
    try folders.flatMap { try Repository.swiftFiles(under: $0) }.map { SwiftSource(try Repository.text(of: $0)).code }
  }

  @Test func `every binding of a property is used`() throws {
    let declared = try code(under: "Sources/Bindery").flatMap { $0.matches(of: /\b(?:var|func) (\w+Binding)\b/) }
    let used = try code(under: "Sources/Examples", "Sources/peoplebook").flatMap { $0.matches(of: /\.(\w+Binding)\b/) }
    #expect(declared.count > 40)
    #expect(Set(declared.map(\.1)).subtracting(used.map(\.1)).sorted() == [])
  }

  @Test func `every chain of bindings is used`() throws {
    let declared = try code(under: "Sources/Bindery").flatMap { $0.matches(of: /\btypealias (\w+) = BindingChain</) }
    let used = try code(under: "Sources/Examples", "Sources/peoplebook").flatMap {
      $0.matches(of: /\b(\w+Binding)\(\)/)
    }
    #expect(declared.count > 2)
    #expect(Set(declared.map(\.1)).subtracting(used.map(\.1)).sorted() == [])
  }
}
