import Testing

@Suite struct `The source files` {
  @Test func `no Swift file passes 400 lines`() throws {
    let long = try ["Sources", "Tests"].flatMap { try Repository.swiftFiles(under: $0) }.compactMap { path in
      let lines = try Repository.lineCount(of: path)
      return lines > 400 ? "\(path): \(lines)" : nil
    }
    #expect(long == [])
  }

  @Test func `unsafe constructs have the reason in a comment`() throws {
    let unexplained = try Repository.swiftFiles(under: "Sources").flatMap { path in
      UnsafeConstructs.unexplained(in: try Repository.text(of: path), path: path)
    }
    #expect(unexplained == [])
  }

  @Test func `a heading or a distant comment is not a reason`() {
    let lines = ["// MARK: Bytes", "let a = try! b()"]
    #expect(UnsafeConstructs.unexplained(in: lines.joined(separator: "\n"), path: "A") == ["A:2"])
    let explained = ["// The file is part of the program.", "let a =", "  try! b()"]
    #expect(UnsafeConstructs.unexplained(in: explained.joined(separator: "\n"), path: "A") == [])
    let distant = ["// A comment.", "let c = 1", "", "let a = try! b()", "let text = \"as! \""]
    #expect(UnsafeConstructs.unexplained(in: distant.joined(separator: "\n"), path: "A") == ["A:4"])
    #expect(UnsafeConstructs.unexplained(in: "let a = try! b() // Cannot fail.", path: "A") == [])
  }

  @Test func `a trap says what is wrong`() throws {
    let silent = try Repository.swiftFiles(under: "Sources").flatMap { path in
      UnsafeConstructs.silentTraps(in: try Repository.source(of: path), path: path)
    }
    #expect(silent == [])
  }

  @Test func `a trap without a message is silent`() {
    let text = """
      precondition(a == f(b, c))
      precondition(
        a.allSatisfy { $0 > 1 }, "a is \\(a)")
      fatalError()
      assert(a, message)
      preconditionFailure("\\(a)")
      assertionFailure()
      precondition([a, b].isEmpty)
      """
    #expect(UnsafeConstructs.silentTraps(in: SwiftSource(text), path: "A") == ["A:1", "A:4", "A:5", "A:7", "A:8"])
  }
}
