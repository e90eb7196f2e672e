import Testing

@Suite struct `The source files` {
  @Test func `no Swift file passes 400 lines`() throws {
    let long = try ["Sources", "Tests"].flatMap { try Repository.swiftFiles(under: $0) }.compactMap { path in
      let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      return lines > 400 ? "\(path): \(lines)" : nil
    }
    #expect(long == [])
  }

  @Test func `unsafe constructs have a comment`() throws {
    let escapes = /@unchecked Sendable|nonisolated\(unsafe\)|\btry!|\bas!|\b(?:fatalError|preconditionFailure)\(/
    var silent: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where SwiftSource(String(line)).code.contains(escapes) {
        let near = lines[max(0, index - 6)...index]
        if !near.contains(where: { $0.contains("//") }) { silent.append("\(path):\(index + 1)") }
      }
    }
    #expect(silent == [])
  }
}
