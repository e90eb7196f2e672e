import FoundationEssentials
import TUIKit
import TUITesting
import Testing

/// What the guide shows, compiled and run.
@Suite struct `The guide to TUITesting` {
  @Test func `its example holds`() throws {
    // [example]
    let pilot = try ProgramPilot("/bin/cat", size: Size(width: 40, height: 6))
    try pilot.type("Ada\n")
    try pilot.waitUntil("the echo") { $0.lines.count { $0 == "Ada" } == 2 }
    try pilot.press("d", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
    // [/example]
  }

  @Test func `the guide shows the same example`() throws {
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let guide = try String(contentsOfFile: "\(root)/Sources/TUITesting/TUITesting.docc/TUITesting.md", encoding: .utf8)
    let start = try #require(here.firstRange(of: "    // [example]\n"))
    let end = try #require(here.firstRange(of: "    // [/example]\n"))
    let lines = here[start.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(4) }
    #expect(lines.count == 6)
    #expect(guide.contains("```swift\n\(lines.joined(separator: "\n"))\n```"))
  }
}
