import Testing

/// A method of `self` that is passed to a binding retains `self` without a visible closure.
///
/// `weakly(self, Type.method)` does not, so this test forbids the other form.
@Suite struct `What bindings are handed` {
  /// The methods of a file's types that are used in it as values: `self.save` or `save` without a call.
  ///
  /// - Parameter methods: The methods of all types, which may be declared in other files.
  static func references(in source: SwiftSource, to methods: [String: Set<String>]) -> [String] {
    let methods = source.methods.keys.reduce(into: Set<String>()) { $0.formUnion(methods[$1] ?? []) }
    // A parameter or variable may have the same name as a method.
    let variables = Set(Pattern(#"\b(?:let|var) (\w+)"#).matches(in: source.code).map { $0[1] })
      .union(Pattern(#"(\w+): "#).matches(in: source.code).map { $0[1] })
      .union(
        Pattern(#"\b(?:let|var) \(([^)]*)\)"#).matches(in: source.code).flatMap { $0[1].split { !$0.isLetter } })
    let candidates = Pattern(#"(?:\*=|[(,:])\s*(self\.)?(\w+)\s*(?:[),;}]|\n)"#).matches(in: source.code)
    return candidates.compactMap { match in
      guard methods.contains(String(match[2])), !match[1].isEmpty || !variables.contains(match[2]) else { return nil }
      return "\(source.line(of: match)): \(match[1])\(match[2])"
    }
  }

  /// The methods of the types that the files declare or extend.
  private static func methods(of sources: [SwiftSource]) -> [String: Set<String>] {
    sources.reduce(into: [:]) { $0.merge($1.methods) { $0.union($1) } }
  }

  @Test func `is never a method of self, which would be retained`() throws {
    let files = try Repository.swiftFiles(under: "Sources").map { ($0, try Repository.source(of: $0)) }
    let methods = Self.methods(of: files.map(\.1))
    let bindingFiles = files.filter { $0.1.code.contains(" *= ") }
    #expect(bindingFiles.count > 5)
    #expect(
      bindingFiles.flatMap { path, source in Self.references(in: source, to: methods).map { "\(path):\($0)" } } == [])
  }

  @Test func `the rule finds methods that another file of the type declares`() {
    let screen = SwiftSource(
      """
      final class Screen {
        func bind() {
          button.eventBinding(.valueChanged) *= save
          button.pressBinding *= close
        }
      }
      """)
    let saving = SwiftSource(
      """
      extension Screen {
        func save() { write() }
      }
      final class Window {
        func close() {}
      }
      """)
    #expect(Self.references(in: screen, to: Self.methods(of: [screen, saving])) == ["3: save"])
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
      Self.references(in: source, to: Self.methods(of: [source]))
        == ["3: self.save", "5: self.open", "6: self.save", "7: save", "8: open", "9: open"])
  }
}
