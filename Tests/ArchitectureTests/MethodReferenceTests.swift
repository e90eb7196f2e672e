import Testing

/// `self.method`, handed to a binding, keeps `self`, and nothing in a closure tells. `weakly(self, Type.method)` does not;
/// a test sees to it that nobody writes the other.
@Suite struct `What bindings are handed` {
  /// The methods of a file that stand in it as values: `self.save`, not called.
  static func references(in source: SwiftSource) -> [String] {
    let methods = Set(source.code.matches(of: /\bfunc (\w+)/).map(\.1))
    return source.code.matches(of: /(?:\*=|[(,:])\s*self\.(\w+)\s*(?:[),;}]|\n)/)
      .filter { methods.contains($0.1) }
      .map { match in
        "\(source.code[..<match.range.lowerBound].count { $0.isNewline } + 1): self.\(match.1)"
      }
  }

  @Test func `is never a method of self, which would keep it`() throws {
    let sources = try Repository.swiftFiles(under: "Sources").map { ($0, SwiftSource(try Repository.text(of: $0))) }
    #expect(sources.contains { $0.1.code.contains(" *= ") })
    #expect(sources.flatMap { path, source in Self.references(in: source).map { "\(path):\($0)" } } == [])
  }

  @Test func `the rule finds those that are`() {
    let source = SwiftSource(
      """
      button *= ButtonBinding().didPress(self.save)
      field.textBinding *= self.text
      table *= binding.rowAction("Go", action: self.open).didSelectRow(weakly(self, Screen.open))
      button.eventBinding(.valueChanged) *= self.save
      save(self.text)
      self.save()
      func save() {}
      func open() {}
      """)
    #expect(Self.references(in: source) == ["1: self.save", "3: self.open", "4: self.save"])
  }
}
