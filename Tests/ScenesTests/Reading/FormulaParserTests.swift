import Testing

@testable import Scenes

@MainActor
@Suite struct FormulaParserTests {
  private func problem(_ formula: String) -> String {
    let text = #"{"converters": [{"name": "c", "type": "formula", "formula": "\#(formula)"}]}"#
    return SceneFixtures.problem(of: text).replacing("card.json:1:61: converters/c/formula: at character ", with: "")
  }

  @Test(arguments: [
    ("", "1 of the formula: a value is missing"), ("{input", "7 of the formula: a closing brace is missing"),
    ("1.2.3", "6 of the formula: not a number"), ("random(1)", "8 of the formula: random has no arguments"),
    ("round", "6 of the formula: “round” needs arguments in parentheses"),
    ("max()", "5 of the formula: unexpected “)”"),
    ("min(1", "6 of the formula: a closing parenthesis is missing"), ("#", "1 of the formula: unexpected “#”"),
    ("clamp(1, 2)", "12 of the formula: “clamp” has 3 arguments"), ("2 * ", "5 of the formula: a value is missing"),
    ("atan2(1)", "9 of the formula: “atan2” has 2 arguments"),
    ("sin(1, 2)", "10 of the formula: “sin” has 1 arguments"),
    ("1)", "2 of the formula: an operator is missing"), ("1 {input}", "3 of the formula: an operator is missing"),
  ])
  func `a mistake is at its character`(formula: String, message: String) {
    #expect(problem(formula) == message)
  }

  @Test(arguments: [
    "random", "random()", "  1  +  2  ", "{Input} + {INPUT}", ".5", "5.", "min(1)", "-(-(1))", "pi", "2^-1",
  ])
  func `numbers, names and blanks are read`(formula: String) {
    #expect(problem(formula) == "valid")
  }

  @Test func `nesting and length have a limit`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(problem(nested(63)) == "valid" && problem(nested(64)).hasSuffix(": more than 64 levels of nesting"))
    #expect(problem(nested(63) + "+" + nested(62)) == "valid")
    func sum(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: "+") }
    #expect(problem(sum(1001)) == "valid" && problem(sum(1002)).hasSuffix(": more than 1000 operations"))
    func arguments(_ count: Int) -> String { "max(\(Array(repeating: "1", count: count).joined(separator: ",")))" }
    #expect(problem(arguments(16)) == "valid" && problem(arguments(17)).hasSuffix("“max” has 1 arguments"))
  }
}
