import Testing

/// A method of `self` that is passed to a binding retains `self` without a visible closure.
///
/// `weakly(self, Type.method)` does not, so this test forbids the other form.
@Suite struct `What bindings are handed` {
  /// The methods of a file that are used in it as values: `self.save` or `save` without a call.
  static func references(in source: SwiftSource) -> [String] {
    let methods = Set(
      source.code.matches(of: /\n[ ]+(?:(?:private|fileprivate|internal|public|override|open|final|@objc) )*func (\w+)/)
        .map(\.1))
    // A parameter or variable may have the same name as a method.
    let variables = Set(source.code.matches(of: /\b(?:let|var) (\w+)/).map(\.1))
      .union(source.code.matches(of: /(\w+):[ ]/).map(\.1))
      .union(source.code.matches(of: /\b(?:let|var) \(([^)]*)\)/).flatMap { $0.1.split { !$0.isLetter } })
    let candidates = source.code.matches(of: /(?:\*=|[(,:])\s*(self\.)?(\w+)\s*(?:[),;}]|\n)/)
    return candidates.compactMap { match in
      guard methods.contains(match.2), match.1 != nil || !variables.contains(match.2) else { return nil }
      let line = source.code[..<match.range.lowerBound].count { $0.isNewline } + 1
      return "\(line): \(match.1 ?? "")\(match.2)"
    }
  }

  /// The files that contain bindings.
  private static func bindingFiles() throws -> [(path: String, source: SwiftSource)] {
    try Repository.swiftFiles(under: "Sources").map { ($0, SwiftSource(try Repository.text(of: $0))) }
      .filter { $0.1.code.contains(" *= ") }
  }

  @Test func `is never a method of self, which would be retained`() throws {
    let files = try Self.bindingFiles()
    #expect(files.count > 5)
    #expect(files.flatMap { path, source in Self.references(in: source).map { "\(path):\($0)" } } == [])
  }

  @Test func `the rule finds methods of self, with self and without`() {
    let source = SwiftSource(
      """
      final class Screen {
        func bind(text: String) {
          button *= ButtonBinding().didPress(self.save)
          field.textBinding *= self.text
          table *= binding.rowAction("Go", action: self.open).didSelectRow(weakly(self, Screen.open))
          button.eventBinding(.valueChanged) *= self.save
          button *= ButtonBinding().didPress(save)
          button.pressBinding *= open
          table *= binding.rowAction("Go", action: open)
          label.textBinding *= text
          save(self.text)
          self.save()
          save()
        }
        private func save() {}
        override func open() {}
      }
      """)
    #expect(
      Self.references(in: source)
        == ["3: self.save", "5: self.open", "6: self.save", "7: save", "8: open", "9: open"])
  }
}
