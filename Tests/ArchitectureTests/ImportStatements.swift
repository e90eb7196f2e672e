extension SwiftSource {
  /// The modules that the file imports, in whatever form (`@testable`, `public`, `import struct Module.Name`…), with
  /// the line of each.
  var imports: [(module: String, line: Int)] {
    var found: [(module: String, line: Int)] = []
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
    for match in Self.importLine.matches(in: code) {
      var words = match[0].split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" })
      while let first = words.first, first.first == "@" || Self.accessLevels.contains(first) { words.removeFirst() }
      guard words.first == "import", words.count > 1 else { continue }
      let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
      found.append((String(name.prefix { $0 != "." }), line(of: match)))
    }
    return found
  }

  private static let importLine = Pattern(#"(?m)^.*\bimport\b.*$"#)
  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
}
