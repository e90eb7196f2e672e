import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The mistakes that `make mutants` makes in a source text, each with the switch of its number.
///
/// One test at a time builds the program.
@Suite(.serialized) struct MutantsTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// Returns a text with all its mutations.
  private func mutated(_ text: String) throws -> String {
    let folder = TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/Text.swift"))
    let program = ".build/mutants/Mutants"
    let commands = "cd '\(Self.root)' && make --silent \(program) && \(program) '\(folder.path)/Text.swift'"
    let status = system("{ \(commands); } > '\(folder.path)/output' 2>&1")
    let output = try String(contentsOfFile: "\(folder.path)/output", encoding: .utf8)
    try #require(status == 0, "\(output)")
    return output.replacing("Mutant.isActive", with: "on")
  }

  @Test func `each mistake is switched on by its number`() throws {
    let texts = [
      "let a = b < c": "let a = (on(1) ? (b <= c) : (b < c))",
      "let a = list[1]": "let a = list[(on(1) ? (2) : ((on(2) ? (0) : (1))))]",
      "let a = count + 1": "let a = (on(1) ? (count) : (count + (on(2) ? (2) : ((on(3) ? (0) : (1))))))",
      "let a = b && c": "let a = (on(1) ? (b || c) : ((on(2) ? (b) : ((on(3) ? (c) : (b && c))))))",
      "let a = list.first": "let a = (on(1) ? (list.last) : (list.first))",
      "let a = min(b, c)": "let a = (on(1) ? (max(b, c)) : (min(b, c)))",
      "let a = b ..< c": "let a = (on(2) ? ((b) + 1) : (b)) ..< (on(1) ? ((c) - 1) : (c))",
      "let a = f(b, c: d)": "let a = f((on(1) ? (d) : (b)), c: (on(1) ? (b) : (d)))",
      "let a = b == c": "let a = (on(1) != (b == c))",
      "reset()": "if !on(1) { reset() }",
      "if a { reset() }": "if !on(1) { if (on(2) != (a)) { reset() } }",
      "while let a, b {}": "while let a, (on(1) != ((on(2) || (b)))) {}",
      "switch a {\ncase .b: c = d\ndefault: break\n}":
        "switch a {\ncase .b where !on(1): if !on(2) { c = d }\ndefault: break\n}",
      "switch a {\ncase .b: c = d // e\n}": "switch a {\ncase .b: if !on(1) { if !on(2) { c = d } } // e\n}",
    ]
    for (text, expected) in texts { #expect(try mutated(text) == expected) }
  }

  @Test func `what no test can notice is not mutated`() throws {
    for text in [
      "precondition(a + 1 > 2)", "func hash(into hasher: inout Hasher) { hasher.combine(1) }",
      "@Version(1) let a = b", "a.reserveCapacity(b + 1)", "let a = [b]  // a < b",
    ] {
      #expect(try mutated(text) == text)
    }
  }
}
