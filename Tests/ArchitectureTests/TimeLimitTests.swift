import Testing

/// A test that waits ends as a failure, not as a run that never ends.
@Suite struct TimeLimitTests {
  /// The suites of a file: whether each waits in a test, and whether its declaration has a limit.
  private struct Suite {
    var waits = false
    var hasLimit = false
  }

  private static func add(_ text: String, to suites: inout [Substring: Suite]) {
    var name: Substring = ""
    var attributes: Substring = ""
    var isTest = false
    let declaration = Pattern(#"^(?:@.*\)? )*(?:struct|class|enum|extension) (`[^`]+`|\w+)"#)
    let test = Pattern(#"func `[^`]+`\(.*"#)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("@") || !attributes.isEmpty { attributes += line }
      if let declared = declaration.firstMatch(in: line) {
        name = declared[1]
        if (attributes + line).contains(".timeLimit(") { suites[name, default: Suite()].hasLimit = true }
        attributes = ""
      }
      if line.contains("@Test") { isTest = true }
      if isTest, let function = test.firstMatch(in: line) {
        if function[0].contains(" async ") { suites[name, default: Suite()].waits = true }
        isTest = false
      }
    }
  }

  @Test func `each suite with a test that waits has a time limit`() throws {
    var suites: [Substring: Suite] = [:]
    for path in try Repository.swiftFiles(under: "Tests") where path.contains("Tests/") {
      Self.add(try Repository.text(of: path), to: &suites)
    }
    #expect(suites.count { $0.value.waits } > 100)
    #expect(suites.filter { $0.value.waits && !$0.value.hasLimit }.keys.sorted() == [])
  }

  /// A loop that a cancelled task does not leave.
  private static let bareLoop = Pattern(
    #"\bwhile (?![^\n]*isCancelled)[^\n]*\{\s*await Task\.yield\(\)\s*\}"#)

  @Test func `a waiting loop ends with its task`() throws {
    let paths = try Repository.swiftFiles(under: "Tests")
      .filter { Self.bareLoop.occurs(in: try Repository.text(of: $0)) }
    #expect(paths == [], "use yield(until:), since a time limit only cancels the task")
    #expect(Self.bareLoop.occurs(in: "while !isDone {\n  await \("Task").yield()\n}"))
    #expect(!Self.bareLoop.occurs(in: "while !isDone, !Task.isCancelled { await \("Task").yield() }"))
  }

  @Test func `a suite without a limit is found`() {
    var suites: [Substring: Suite] = [:]
    let text = """
      @MainActor @Suite(.timeLimit(.minutes(1))) struct A {
        @Test func `one`() \("async") throws {}
      }
      @MainActor
      struct B {
        @Test(arguments: [1])
        func `two`(number: Int) \("async") {}
      }
      extension A {
        @Test func `three`() {}
      }
      """
    Self.add(text, to: &suites)
    #expect(suites["A"].map { $0.waits && $0.hasLimit } == true)
    #expect(suites["B"].map { $0.waits && !$0.hasLimit } == true)
  }
}
