import FoundationEssentials
import TUIKit
import TUITesting
import Testing

// [example]
final class HelloController: ViewController {
  private let label = Label("Hello", alignment: .center)

  override func loadView() -> View { label }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("b")), title: "bye") { [label] in label.text = "Bye" }]
  }
}
// [/example]

/// What the guide shows, compiled and run.
@MainActor
@Suite struct `The guide to TUIKit` {
  @Test func `its example does what it says`() throws {
    let pilot = ApplicationPilot(root: HelloController(), size: Size(width: 40, height: 8))
    try pilot.waitFor("Hello")
    try pilot.press("b")
    try pilot.waitFor("Bye")
  }

  @Test func `the guide shows the same example`() throws {
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let guide = try String(contentsOfFile: "\(root)/Sources/TUIKit/TUIKit.docc/TUIKit.md", encoding: .utf8)
    let start = try #require(here.firstRange(of: "// [example]\n"))
    let end = try #require(here.firstRange(of: "// [/example]\n"))
    #expect(guide.contains("```swift\n\(here[start.upperBound..<end.lowerBound])```"))
  }
}
