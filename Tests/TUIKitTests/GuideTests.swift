import TUIKit
import TUITesting
import Testing

final class HelloController: ViewController {
  private let label = Label("Hello", alignment: .center)

  override func loadView() -> View { label }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("b")), title: "bye") { [label] in label.text = "Bye" }]
  }
}

/// The guide's examples, compiled and run.
@MainActor
@Suite struct `The guide to TUIKit` {
  @Test func `its example behaves as described`() throws {
    let pilot = ApplicationPilot(root: HelloController(), size: Size(width: 40, height: 8))
    try pilot.waitFor("Hello")
    try pilot.press("b")
    try pilot.waitFor("Bye")
  }
}
